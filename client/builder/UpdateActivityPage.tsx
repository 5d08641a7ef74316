import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { deleteActivity, patchActivity } from '../../domain/activities/builder-api.ts'
import { updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import { reorderActivityParts } from '../../domain/activities/parts-api.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { Builder } from './Builder.tsx'
import { activityBody, formOf } from './form.ts'
import { reorderBody } from './parts/reorder.ts'
import { saveChanges } from './save-changes.ts'

export function UpdateActivityPage() {
  const data = usePage(updateActivityPage)
  const { slug, title, revision } = data.challenge
  const params = { challenge: slug }
  const start = formOf(data.challenge)
  return (
    <Builder
      key={slug}
      kind="activity"
      heading={`Update ${title}`}
      start={start}
      revision={revision}
      choices={data}
      signInText="to change an activity"
      submit={() => 'Save'}
      save={async (form, merging) => {
        const places = reorderBody(merging.base.form, form)
        if (places) await call(reorderActivityParts, { params, body: places })
        else {
          await saveChanges(form, merging, activityBody, challenge =>
            call(patchActivity, { params, body: { challenge } })
          )
        }
        return data.challenge.path
      }}
      end={leave => <DeleteActivity slug={slug} title={title} onDeleted={() => leave('/activities')} />}
    />
  )
}

/** Deletes the activity after a question, because it cannot be restored (D-64). */
function DeleteActivity({ slug, title, onDeleted }: { slug: string; title: string; onDeleted: () => Promise<void> }) {
  async function remove(): Promise<void> {
    await call(deleteActivity, { params: { challenge: slug } })
    await onDeleted()
    toast.success(`“${title}” is deleted.`)
  }
  return (
    <ConfirmButton
      label="Delete this activity"
      button={{ mt: 'xl', leftSection: <IconTrash size={18} aria-hidden /> }}
      title="Delete this activity?"
      confirm="Delete"
      onConfirm={remove}
    >
      It disappears from all lists for good. Its sessions stay and keep running.
    </ConfirmButton>
  )
}
