import { Anchor } from '@mantine/core'

/** @param address an email address or the address of a page */
export function ContactLink({ address }: { address: string }) {
  return (
    <Anchor href={address.includes('://') ? address : `mailto:${address}`} inherit>
      {address.replace(/^https?:\/\//, '')}
    </Anchor>
  )
}
