import { Text } from '@mantine/core'
import { patchSession, reorderSessionParts, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { Builder } from './Builder.tsx'
import { type Form, formOf, sessionBody } from './form.ts'
import { reorderBody } from './parts/reorder.ts'
import { saveChanges } from './save-changes.ts'

export function UpdateSessionPage() {
  const data = usePage(updateSessionPage)
  const { slug, title, status, revision } = data.challengeEvent
  const params = { event: slug }
  const start = formOf(data.challengeEvent)
  return (
    <Builder
      key={slug}
      kind="session"
      status={status}
      heading={`Update ${title}`}
      start={start}
      revision={revision}
      choices={data}
      signInText="to change a session"
      submit={() => 'Save'}
      intro={
        status === SessionStatus.Running && (
          <Text mb="lg">It’s running. You can change what’s ahead; what has started keeps its times.</Text>
        )
      }
      save={async (form, merging) => {
        const places = reorderBody(merging.base.form, form)
        const bodyOf = (form: Form) => sessionBody(form, status)
        if (places) await call(reorderSessionParts, { params, body: places })
        else await saveChanges(form, merging, bodyOf, challenge => call(patchSession, { params, body: { challenge } }))
        return data.challengeEvent.path
      }}
    />
  )
}
