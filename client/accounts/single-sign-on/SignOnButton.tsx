import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { failureText, type Purpose } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { onSignOnEnd, providerName, signOn } from './sign-on.ts'

interface Props extends Pick<ButtonProps, 'fullWidth' | 'mt' | 'variant'> {
  purpose: Purpose
  label: string
  /** Whether the button gets the focus of its dialog. */
  autoFocus?: boolean
  /** Why the last sign-in failed, if it came back to this page. */
  failure?: string | null
  onDone: () => unknown
}

/** Signs in at the provider of the hut, and shows why that failed. */
export function SignOnButton({ purpose, label, failure = null, autoFocus = false, onDone, ...button }: Props) {
  const { busy, refusal, refuse, run } = useAction()
  const end = useRef<typeof onDone>(onDone)
  useEffect(() => {
    end.current = onDone
  })
  useEffect(
    () => onSignOnEnd(why => (why === null ? void end.current() : refuse(failureText(why, providerName())))),
    [refuse]
  )
  return (
    <>
      <Button
        {...button}
        data-autofocus={autoFocus || undefined}
        loading={busy}
        onClick={() => void run(() => signOn(purpose))}
      >
        {label}
      </Button>
      <FormMessage text={busy ? null : (refusal ?? failure)} />
    </>
  )
}
