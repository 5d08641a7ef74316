import { Button } from '@mantine/core'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { InviteNewcomer } from '../../accounts/invitations/InviteNewcomer.tsx'
import { config } from '../../lib/embedded.ts'
import { useAddress } from '../../lib/hydrated.ts'
import { EmbedSnippet } from '../../ui/EmbedSnippet.tsx'
import { CopyField } from '../../ui/forms/CopyField.tsx'
import { GuestSwitches } from './GuestSwitches.tsx'
import classes from './InviteLink.module.css'
import { QrCode } from './QrCode.tsx'

export interface Invited {
  id: number
  slug: string
  title: string
  needs_code: 0 | 1
  /** The server sends it only to hosts (D-77). */
  join_code: string | null
  guests: 0 | 1
  guests_chat: 0 | 1
  /** Whether I host it. */
  isOwner: boolean
}

/** The link to a session, with buttons that share and copy it, its join code, and its QR code. */
export function InviteLink({ session }: { session: Invited }) {
  const { slug, title, needs_code, join_code } = session
  const address = useAddress(`/sessions/${slug}`)
  const code = needs_code ? join_code : null

  async function share(): Promise<void> {
    const text = code ? `${title} (join code: ${code})` : title
    // share() rejects when the person closes the share sheet.
    await navigator.share({ title, text, url: address }).catch(() => {})
  }

  return (
    <div className={classes.invite}>
      {'share' in navigator && (
        <Button size="lg" fullWidth leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
          Share
        </Button>
      )}
      <CopyField label="Link" value={address} look={'share' in navigator ? 'default' : 'filled'} />
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
      {session.isOwner && <GuestSwitches session={session} />}
      <InviteNewcomer to={`/sessions/${slug}`} />
      <QrCode text={address} label={`QR code of ${address}`} />
      <p className={classes.hint}>Or have them scan this code.</p>
      {!config.members_only && <EmbedSnippet path={`/embed/sessions/${slug}`} title={title} />}
    </div>
  )
}
