import { Text } from '@mantine/core'
import { reorderSessionParts, updateSession, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { Builder } from './Builder.tsx'
import { formOf, sessionBody } from './form.ts'
import { onlyPlaces } from './parts/only-places.ts'

export function UpdateSessionPage() {
  const data = usePage(updateSessionPage)
  const { slug, title, status } = data.challengeEvent
  const params = { event: slug }
  const start = formOf(data.challengeEvent)
  return (
    <Builder
      key={slug}
      kind="session"
      status={status}
      heading={`Update ${title}`}
      start={start}
      choices={data}
      signInText="to change a session"
      submit="Save"
      intro={
        status === 1 && <Text mb="lg">It is running: what lies ahead can change, what has begun keeps its times.</Text>
      }
      save={async form => {
        const places = onlyPlaces(start, form)
        const { event } = places
          ? await call(reorderSessionParts, { params, body: places })
          : await call(updateSession, { params, body: { challenge: sessionBody(form, status) } })
        return event.path
      }}
    />
  )
}
