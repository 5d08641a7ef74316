import type { ComponentPropsWithRef } from 'react'

interface Props extends ComponentPropsWithRef<'button'> {
  /** Set by Mantine while it is loading. */
  'data-loading'?: boolean
}

/** What Mantine's buttons are. One that is busy does nothing, but keeps the focus, which a disabled one would lose. */
export function BusyButton({ type = 'button', disabled, onClick, ...props }: Props) {
  const busy = props['data-loading'] === true
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy || props['aria-disabled']}
      onClick={busy ? event => event.preventDefault() : onClick}
    />
  )
}
