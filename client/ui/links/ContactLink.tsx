import { Anchor } from '@mantine/core'
import { contactAddress } from './contact-address.ts'

/** @param address an email address or the address of a page */
export function ContactLink({ address }: { address: string }) {
  return (
    <Anchor href={contactAddress(address)} inherit>
      {address.replace(/^https?:\/\//, '')}
    </Anchor>
  )
}
