import { deleteParaphrase, sourcePage } from '../../domain/publishing/source-api.ts'
import { call } from '../lib/api.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'

export function DeleteParaphrase({ id, username }: { id: number; username: string }) {
  return (
    <ConfirmButton
      label="Delete"
      button={{ variant: 'subtle', 'aria-label': `Delete the paraphrase of ${username}` }}
      title="Delete this paraphrase?"
      confirm="Delete"
      onConfirm={async () => {
        await call(deleteParaphrase, { params: { paraphrase: String(id) } })
        await reloadPages(sourcePage)
      }}
    >
      It disappears for everyone. This can’t be undone.
    </ConfirmButton>
  )
}
