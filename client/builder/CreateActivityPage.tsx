import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { storeActivity, updateActivity } from '../../domain/activities/builder-api.ts'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import { call } from '../lib/api.ts'
import { makeOnce } from '../lib/make-once.ts'
import { usePage, usePagePath } from '../lib/page.ts'
import { Builder } from './Builder.tsx'
import { activityBody, formOf } from './form.ts'

export function CreateActivityPage() {
  const data = usePage(createActivityPage)
  const path = usePagePath()
  const [query] = useSearchParams()
  const isFilled = (query.has('template') || Boolean(data.source)) && data.challenge.title !== ''
  return (
    <Builder
      key={path}
      kind="activity"
      heading="Create an Activity"
      // A new activity has duration 0, which means as long as its parts.
      start={formOf(isFilled ? data.challenge : { ...data.challenge, duration: 0 })}
      choices={data}
      signInText={query.has('template') ? 'to create a challenge using a challenge template' : 'to create a challenge'}
      submit={() => 'Create activity'}
      intro={
        <>
          {isFilled && <Text mb="lg">Filled in from “{data.challenge.title}”. Change what you like.</Text>}
          {data.hut && <Text mb="lg">It becomes part of {data.hut.title}.</Text>}
        </>
      }
      save={async (form, { making }) => {
        const body = { challenge: activityBody(form) }
        const copied_from = data.source?.slug ?? null
        const { made } = await makeOnce(
          body,
          making,
          (sent, key) => call(storeActivity, { body: { challenge: { ...sent.challenge, copied_from } }, key }),
          ({ challenge }) => call(updateActivity, { params: { challenge: challenge.slug }, body })
        )
        return made.challenge.path
      }}
    />
  )
}
