import { Text } from '@mantine/core'
import { createSessionPage, storeSession, updateSession } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { makeOnce } from '../lib/make-once.ts'
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
      intro={
        <>
          {data.hut && <Text mb="lg">It becomes part of {data.hut.title}.</Text>}
          <ActivitySelect chosen={data.challenge} offered={data.challenges} hut={data.hut} />
        </>
      }
      save={async (form, { making }) => {
        const body = { activity: data.challenge?.slug ?? null, challenge: newSessionBody(form) }
        const { made } = await makeOnce(
          body,
          making,
          async (sent, key) => (await call(storeSession, { body: sent, key })).event,
          async ({ slug, status }) => {
            const change = { challenge: sessionBody(form, status) }
            return (await call(updateSession, { params: { event: slug }, body: change })).event
          }
        )
        return made.path
      }}
    />
  )
}
