import { createSessionPage, storeWholeSession, updateSession } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { Builder } from './Builder.tsx'
import { ActivitySelect } from './fields/ActivitySelect.tsx'
import { formOf, newSessionBody, sessionBody, startText } from './form.ts'

export function CreateSessionPage() {
  const data = usePage(createSessionPage)
  return (
    <Builder
      follows
      kind="session"
      heading="Create a Session"
      start={formOf(data.challengeEvent)}
      choices={data}
      signInText="to create a session"
      submit={startText}
      intro={<ActivitySelect chosen={data.challenge} offered={data.challenges} />}
      save={async (form, { key, isRetry }) => {
        const body = { activity: data.challenge?.slug ?? null, challenge: newSessionBody(form) }
        const { event } = await call(storeWholeSession, { body, key })
        const change = { challenge: sessionBody(form, event.status) }
        if (isRetry) await call(updateSession, { params: { event: event.slug }, body: change })
        return event.path
      }}
    />
  )
}
