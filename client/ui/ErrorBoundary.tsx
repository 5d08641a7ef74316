import { Component, type ReactNode } from 'react'
import classes from './ErrorBoundary.module.css'

interface Props {
  /** What is missing then, such as "this goal"; without it nothing stands in its place. */
  what?: string
  /** The element of that line: `li` where the children are an entry of a list themselves. */
  as?: 'p' | 'li'
  children: ReactNode
}

/**
 * Around each person, row and panel: what cannot be rendered is replaced by one line, and the rest of the page stays. It
 * is tried again as soon as the page has other data for it.
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
