import { Text } from '@mantine/core'
import { useState } from 'react'
import { followDate } from '../../domain/series/api.ts'
import { patchSession, reorderSessionParts, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { Builder } from './Builder.tsx'
import { type Form, formOf, sessionBody } from './form.ts'
import { reorderBody } from './parts/reorder.ts'
import { saveChanges } from './save-changes.ts'

export function UpdateSessionPage() {
  const data = usePage(updateSessionPage)
  const { slug, title, status, revision } = data.challengeEvent
  const params = { event: slug }
  const start = formOf(data.challengeEvent)
  /** Goes on after the question about the following dates. */
  const [answered, setAnswered] = useState<{ goOn: () => void } | null>(null)
  const askAboutFollowing = () => new Promise<void>(goOn => setAnswered({ goOn }))
  return (
    <>
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
          else
            await saveChanges(form, merging, bodyOf, challenge => call(patchSession, { params, body: { challenge } }))
          if (data.repeats === 1) await askAboutFollowing()
          return data.challengeEvent.path
        }}
      />
      <ConfirmModal
        opened={answered !== null}
        title="Change the following dates too?"
        confirm="This and following"
        keep="Only this date"
        onConfirm={async () => void (await call(followDate, { params }))}
        onClose={() => {
          answered?.goOn()
          setAnswered(null)
        }}
      >
        They get the words, the plan, the settings and the time of this one. People who are in see it at once.
      </ConfirmModal>
    </>
  )
}
