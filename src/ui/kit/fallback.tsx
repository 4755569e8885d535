import { Component, type ReactNode } from 'react'

interface FallbackProps {
  /** What went wrong, in words. */
  readonly what: string
  /** Shown below the words, so that work can go on. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** Keeps a failure in one part of the window from taking the rest with it. */
export class Fallback extends Component<FallbackProps, { readonly because?: string }> {
  override readonly state: { readonly because?: string } = {}

  static getDerivedStateFromError(thrown: unknown) {
    return { because: thrown instanceof Error ? thrown.message : String(thrown) }
  }

  override render() {
    const { because } = this.state
    if (because === undefined) return this.props.children
    return (
      <>
        {this.props.instead}
        <div className="note bad fallback" role="alert">
          <span>
            <b>{this.props.what}</b> {because}
          </span>
        </div>
      </>
    )
  }
}
