import { Button, TextInput } from '@mantine/core'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ActivityList, myListPage } from '../../domain/lists/api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import grid from '../browse/card.module.css'
import { ListCard } from '../browse/ListCard.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyMenu } from '../my/MyHeading.tsx'
import { ActionButton, useAction } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { Form } from '../ui/forms/Form.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './lists.module.css'
import { deleteListSoon, renameList, setListed } from './lists.ts'

const CRUMBS = [
  { title: 'Home', to: '/' },
  { title: 'My Lists', to: '/my/lists' }
]

export function MyListPage() {
  const page = usePersonalPage(myListPage)
  const user = useUser()
  if (!user) return <Visitor />
  if (!page) return <Loading />
  const { list, challenges } = page
  return (
    <>
      <MyMenu />
      <PageHeading title={list.title} crumbs={CRUMBS} actions={<ListActions key={list.id} list={list} />} />
      {challenges.length === 0 ? (
        <EmptyState
          icon={<IconListDetails size={40} aria-hidden />}
          text="This list is empty. Open an activity and choose Add to list."
        >
          <Button component={Link} to="/activities">
            Browse activities
          </Button>
        </EmptyState>
      ) : (
        <ul className={grid.grid}>
          {pageOf(challenges).map(card => (
            <li key={card.slug}>
              <ErrorBoundary what="this activity">
                <ListCard card={card} />
              </ErrorBoundary>
              <RemoveButton list={list} activity={card.slug} />
            </li>
          ))}
        </ul>
      )}
      <Pager rows={challenges} />
    </>
  )
}

function RemoveButton({ list, activity }: { list: ActivityList; activity: string }) {
  const button = useFocusAfter<HTMLButtonElement>()
  return (
    <ActionButton ref={button} variant="subtle" action={() => setListed(list, activity, false)}>
      Remove from this list
    </ActionButton>
  )
}

function Visitor() {
  return (
    <>
      <MyMenu />
      <PageHeading title="My List" crumbs={CRUMBS} />
      <SignInPrompt actionText="to keep lists of activities" />
    </>
  )
}

function ListActions({ list }: { list: ActivityList }) {
  const [renaming, setRenaming] = useState(false)
  const navigate = useNavigate()
  if (renaming) return <RenameForm list={list} onDone={() => setRenaming(false)} />
  return (
    <>
      <Button variant="default" onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <ConfirmButton
        label="Delete"
        title="Delete this list?"
        confirm="Delete"
        onConfirm={async () => {
          deleteListSoon(list)
          await navigate('/my/lists')
        }}
      >
        The activities on it stay where they are. You can undo this for ten seconds.
      </ConfirmButton>
    </>
  )
}

function RenameForm({ list, onDone }: { list: ActivityList; onDone: () => void }) {
  const [title, setTitle] = useState(list.title)
  const { busy, refusal, run } = useAction()

  async function rename(): Promise<void> {
    await renameList(list, title)
    onDone()
  }

  return (
    <Form takesFocus busy={busy} onSubmit={() => run(rename)} className={classes.form} aria-label="Rename the list">
      <TextInput
        aria-label="List Title"
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        error={refusal}
      />
      <Button type="submit">Save</Button>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
    </Form>
  )
}
