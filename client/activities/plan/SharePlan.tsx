import { Stack } from '@mantine/core'
import { config } from '../../lib/embedded.ts'
import { useAddress } from '../../lib/hydrated.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmbedSnippet } from '../../ui/EmbedSnippet.tsx'
import { CopyField } from '../../ui/forms/CopyField.tsx'

interface Props {
  plan: { slug: string; title: string }
  opened: boolean
  onClose: () => void
}

/** The link to an activity, and the code that shows it on another site. */
export function SharePlan({ plan: { slug, title }, opened, onClose }: Props) {
  const address = useAddress(`/activities/${slug}`)
  return (
    <Dialog opened={opened} onClose={onClose} title={`Share “${title}”`}>
      <Stack gap="md">
        <CopyField label="Link" value={address} look="filled" />
        {!config.members_only && <EmbedSnippet path={`/embed/activities/${slug}`} title={title} />}
      </Stack>
    </Dialog>
  )
}
