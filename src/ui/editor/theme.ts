import { drawnTheme } from '../state/actions/theme'
import { monaco } from './monaco'

/** A token as Monaco wants it, #rrggbb; the build may have shortened #ffffff to #fff. */
function colour(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return /^#[\da-f]{3}$/i.test(value) ? value.replace(/[\da-f]/gi, '$&$&') : value
}

/** Makes the editor look like the product: every colour is a token of the theme drawn now. */
export function applyEditorTheme(): void {
  const name = `sargable-${drawnTheme()}`
  const token = (scope: string, token: string) => ({ token: scope, foreground: colour(token).slice(1) })
  monaco.editor.defineTheme(name, {
    base: drawnTheme() === 'dark' ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      { token: '', foreground: colour('--ink').slice(1) },
      token('keyword', '--sql-key'),
      token('operator', '--ink'),
      token('operator.sql', '--sql-key'),
      token('string', '--sql-str'),
      token('number', '--sql-num'),
      token('predefined', '--sql-fn'),
      token('comment', '--sql-com'),
      token('delimiter', '--ink-2'),
      token('identifier', '--ink'),
      token('identifier.quote', '--ink'),
    ],
    colors: {
      'editor.background': colour('--bg-1'),
      'editor.foreground': colour('--ink'),
      'editorLineNumber.foreground': colour('--ink-3'),
      'editorLineNumber.activeForeground': colour('--ink'),
      'editorCursor.foreground': colour('--accent'),
      'editor.selectionBackground': colour('--bg-sel'),
      'editor.inactiveSelectionBackground': colour('--bg-3'),
      'editor.lineHighlightBackground': colour('--bg-1'),
      'editor.lineHighlightBorder': colour('--bg-1'),
      'editorWidget.background': colour('--bg-2'),
      'editorWidget.foreground': colour('--ink'),
      'editorWidget.border': colour('--line-2'),
      'editorSuggestWidget.background': colour('--bg-2'),
      'editorSuggestWidget.foreground': colour('--ink'),
      'editorSuggestWidget.border': colour('--line-2'),
      'editorSuggestWidget.selectedBackground': colour('--bg-sel'),
      'editorSuggestWidget.selectedForeground': colour('--ink'),
      'editorSuggestWidget.highlightForeground': colour('--accent'),
      'editorSuggestWidget.focusHighlightForeground': colour('--accent'),
      'editorHoverWidget.background': colour('--bg-2'),
      'editorHoverWidget.foreground': colour('--ink'),
      'editorHoverWidget.border': colour('--line-2'),
      'editorError.foreground': colour('--bad'),
      'editorWarning.foreground': colour('--warn'),
      'editorInfo.foreground': colour('--accent'),
      'editor.findMatchBackground': colour('--warn-weak'),
      'editor.findMatchHighlightBackground': colour('--warn-weak'),
      'editorIndentGuide.background1': colour('--line'),
      'editorBracketHighlight.foreground1': colour('--ink-2'),
      'editorBracketHighlight.foreground2': colour('--ink-2'),
      'editorBracketHighlight.foreground3': colour('--ink-2'),
      'editorBracketHighlight.unexpectedBracket.foreground': colour('--bad'),
      'editorBracketMatch.background': colour('--bg-3'),
      'editorBracketMatch.border': colour('--line-2'),
      'scrollbarSlider.background': colour('--line-2'),
      'scrollbarSlider.hoverBackground': colour('--edge'),
      'scrollbarSlider.activeBackground': colour('--edge'),
      'input.background': colour('--bg-1'),
      'input.foreground': colour('--ink'),
      'input.border': colour('--edge'),
      focusBorder: colour('--accent'),
      'list.hoverBackground': colour('--bg-3'),
      'list.focusBackground': colour('--bg-sel'),
      'list.activeSelectionBackground': colour('--bg-sel'),
      'list.activeSelectionForeground': colour('--ink'),
      'menu.background': colour('--bg-2'),
      'menu.foreground': colour('--ink'),
      'menu.selectionBackground': colour('--bg-sel'),
      'menu.selectionForeground': colour('--ink'),
      'widget.shadow': '#00000044',
      'editorOverviewRuler.border': colour('--bg-1'),
    },
  })
  monaco.editor.setTheme(name)
}
