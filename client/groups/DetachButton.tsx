import { Button } from '@mantine/core'
import type { Card } from '../../domain/browse/api.ts'
import type { Group } from '../../domain/groups/api.ts'
import { useFocusAfter } from '../ui/focus.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { attachActivity, detachActivity, showRefusal } from './groups.ts'

/**
 * Removes an activity from the group. Undo adds it again if its host removed it; otherwise Undo proposes it (D-134).
 */
export function DetachButton({ group, card }: { group: Group; card: Card }) {
  const shown = useFocusAfter<HTMLButtonElement>()
  return (
    <Button
      ref={shown}
      variant="subtle"
      color="gray"
      aria-label={`Remove ${card.title} from this group`}
      onClick={() => void detach(group.slug, card)}
    >
      Remove from this group
    </Button>
  )
}

async function detach(slug: string, card: Card): Promise<void> {
  if (!(await detachActivity(slug, card.slug))) return
  toast.help(`“${card.title}” is no longer in this group.`, {
    action: { label: 'Undo', run: () => void attachActivity(slug, card).catch(showRefusal) }
  })
}
