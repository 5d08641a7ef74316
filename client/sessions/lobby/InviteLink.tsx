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
  /** The server sends it only to hosts (D-77). */
  join_code: string | null
}

/** The link to a session, with buttons that share and copy it, its join code, and its QR code. */
export function InviteLink({ session }: { session: Invited }) {
  const { slug, title, needs_code, join_code } = session
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState('')
  const address = new URL(`/sessions/${slug}`, window.location.origin).href
  const code = needs_code ? join_code : null

  async function share(): Promise<void> {
    const text = code ? `${title} (join code: ${code})` : title
    // share() rejects when the person closes the share sheet.
    await navigator.share({ title, text, url: address }).catch(() => {})
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('Copied')
    } catch {
      // Without HTTPS, pages have no clipboard. Select the link, so that the person can copy it.
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
              They’ll need the join code <strong>{code}</strong>
            </>
          ) : (
            'They’ll need a join code from the host.'
          )}
        </p>
      )}
      <QrCode text={address} label={`QR code of ${address}`} />
      <p className={classes.hint}>Or have them scan this code.</p>
    </div>
  )
}
