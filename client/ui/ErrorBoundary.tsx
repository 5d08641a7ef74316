import { Component, type ReactNode } from 'react'
import classes from './ErrorBoundary.module.css'

interface Props {
  /** Names the failed part, such as "this goal". Without a name, nothing is shown in its place. */
  what?: string
  /** The element of the message: `li` if the children are an entry of a list. */
  as?: 'p' | 'li'
  children: ReactNode
}

/**
 * Wraps each person, row and panel. If one fails to render, a line of text replaces it and the rest of the page stays. It
 * tries again as soon as the page has other data for it.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidUpdate({ children }: Props): void {
    if (this.state.hasFailed && children !== this.props.children) this.setState({ hasFailed: false })
  }

  override render(): ReactNode {
    const { what, as: Line = 'p', children } = this.props
    if (!this.state.hasFailed) return children
    return what === undefined ? null : <Line className={classes.failed}>We couldn't show {what}.</Line>
  }
}
