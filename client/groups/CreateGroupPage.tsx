import { Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createGroupPage, storeGroup } from '../../domain/groups/api.ts'
import { call } from '../lib/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { GroupForm } from './GroupForm.tsx'

const CRUMBS = [{ title: 'Home', to: '/' }, { title: 'Groups', to: '/groups' }, { title: 'Create' }]

export function CreateGroupPage() {
  usePage(createGroupPage)
  const navigate = useNavigate()
  // The key of one intent: a second press after a lost response makes no second group.
  const [key] = useState(randomUuid)
  return (
    <>
      <PageHeading title="Create a Group" crumbs={CRUMBS} />
      <Text mb="lg" maw="44rem">
        A group, or hut, is a place for people with the same goal and for the activities that they share. It is free,
        and you are in it at once.
      </Text>
      <GroupForm
        label="Create a Group"
        start={{ title: '', content: '' }}
        signInText="to create a group"
        submit="Create Group"
        save={async body => {
          const { group } = await call(storeGroup, { body, key })
          await navigate(group.url)
        }}
      />
    </>
  )
}
