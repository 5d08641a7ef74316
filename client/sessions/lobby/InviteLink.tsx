import { Button, TextInput } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { useRef, useState } from 'react'
import classes from './InviteLink.module.css'
import { QrCode } from './QrCode.tsx'

export interface Invited {
  slug: string
  title: string
  needs_code: 0 | 1
  /** Sent to hosts alone (D-77). */
  join_code: string | null
}

/** The address of a session, in the ways in which people hand it on. */
export function InviteLink({ session }: { session: Invited }) {
  const { slug, title, needs_code, join_code } = session
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState('')
  const address = new URL(`/sessions/${slug}`, window.location.origin).href
  const code = needs_code ? join_code : null

  async function share(): Promise<void> {
    const text = code ? `${title} (join code: ${code})` : title
    // Whoever closes the system's own sheet has changed their mind.
    await navigator.share({ title, text, url: address }).catch(() => {})
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('Copied')
    } catch {
      // Without https there is no clipboard for pages: then it is selected, to be copied by hand.
      field.current?.select()
      setCopied('Press Ctrl+C to copy')
    }
  }

  return (
    <div className={classes.invite}>
      {'share' in navigator && (
        <Button size="lg" fullWidth leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
          Share
        </Button>
      )}
      <div className={classes.copy}>
        <TextInput
          ref={field}
          label="Link"
          readOnly
          value={address}
          onFocus={event => event.currentTarget.select()}
          classNames={{ input: classes.link }}
        />
        <Button
          variant={'share' in navigator ? 'default' : 'filled'}
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied || 'Copy link'}
        </Button>
      </div>
      {needs_code === 1 && (
        <p className={classes.code}>
          {code ? (
            <>
              They need the join code <strong>{code}</strong>
            </>
          ) : (
            'They need a join code, which the host can tell them.'
          )}
        </p>
      )}
      <QrCode text={address} label={`QR code of ${address}`} />
      <p className={classes.hint}>Or let them point their phone’s camera at this.</p>
    </div>
  )
}
