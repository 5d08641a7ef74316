import { Anchor } from '@mantine/core'

/** New tabs, because leaving the page would lose the typed text (ACC-22, ACC-23). */
export function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <Anchor href="/terms-of-service" target="_blank" inherit>
        Terms
      </Anchor>{' '}
      and the{' '}
      <Anchor href="/privacy-policy" target="_blank" inherit>
        Privacy Policy
      </Anchor>
    </>
  )
}
