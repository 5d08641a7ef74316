import type { ComponentPropsWithRef } from 'react'

interface Props extends ComponentPropsWithRef<'button'> {
  /** Set by Mantine while the button is loading. */
  'data-loading'?: boolean
}

/** The element behind Mantine's buttons. A busy button does nothing but keeps the focus, which a disabled one would lose. */
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
