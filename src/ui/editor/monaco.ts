import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/mysql/register'
import 'monaco-editor/languages/definitions/pgsql/register'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'

/** The editor library, with what this product uses of it: SQL colours, suggestions, search. Loaded on first use. */
self.MonacoEnvironment = { getWorker: () => new EditorWorker() }

export { monaco }
