import { Text } from '@mantine/core'
import { updateSession, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { Builder } from './Builder.tsx'
import { formOf, sessionBody } from './form.ts'

export function UpdateSessionPage() {
  const data = usePage(updateSessionPage)
  const { slug, title, status } = data.challengeEvent
  return (
    <Builder
      key={slug}
      kind="session"
      status={status}
      heading={`Update ${title}`}
      start={formOf(data.challengeEvent)}
      choices={data}
      signInText="to change a session"
      submit="Save"
      intro={
        status === 1 && <Text mb="lg">It is running: what lies ahead can change, what has begun keeps its times.</Text>
      }
      save={async form => {
        const body = { challenge: sessionBody(form, status) }
        return (await call(updateSession, { params: { event: slug }, body })).event.path
      }}
    />
  )
}
