import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DataOf } from '../../domain/lib/page.ts'
import { createSessionPage, storeSession } from '../../domain/sessions/builder-api.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { usePage, usePagePath } from '../lib/page.ts'
import classes from './Builder.module.css'
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
      intro={<ActivitySelect data={data} />}
      save={async form => {
        const body = { activity: data.challenge?.slug ?? null, challenge: newSessionBody(form) }
        return (await call(storeSession, { body, key })).event.path
      }}
    />
  )
}

/** May stay empty: then the session stands alone (D-71). */
function ActivitySelect({ data }: { data: DataOf<typeof createSessionPage> }) {
  const navigate = useNavigate()
  const { challenge, challenges } = data
  const offered =
    challenge && !challenges.some(one => one.slug === challenge.slug) ? [challenge, ...challenges] : challenges
  return (
    <div className={classes.intro}>
      <Select
        label="Activity"
        description="Its plan is copied into the session. Leave it empty to begin with nothing."
        placeholder="No activity"
        searchable
        clearable
        nothingFoundMessage="No activity of that name here."
        clearButtonProps={{ 'aria-label': 'No activity' }}
        data={offered.map(({ slug, title }) => ({ value: slug, label: title }))}
        value={challenge?.slug ?? null}
        onChange={slug => void navigate(slug ? `?challenge=${encodeURIComponent(slug)}` : '.', { replace: true })}
      />
      {challenge && <Text c="dimmed">Filled in from “{challenge.title}”. Changes here stay in this session.</Text>}
    </div>
  )
}
