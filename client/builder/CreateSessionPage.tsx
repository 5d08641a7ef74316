import { useState } from 'react'
import { createSessionPage, storeSession } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { usePage, usePagePath } from '../lib/page.ts'
import { ActivitySelect } from './ActivitySelect.tsx'
import { Builder } from './Builder.tsx'
import { formOf, newSessionBody } from './form.ts'

export function CreateSessionPage() {
  const data = usePage(createSessionPage)
  const path = usePagePath()
  const [key] = useState(randomUuid)
  return (
    <Builder
      key={path}
      kind="session"
      heading="Create a Session"
      start={formOf(data.challengeEvent)}
      choices={data}
      signInText="to create a session"
      submit="Create Session"
      intro={<ActivitySelect chosen={data.challenge} offered={data.challenges} />}
      save={async form => {
        const body = { activity: data.challenge?.slug ?? null, challenge: newSessionBody(form) }
        return (await call(storeSession, { body, key })).event.path
      }}
    />
  )
}
