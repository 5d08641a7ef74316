import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { createPerson, personsQuery, switchPerson } from '../accounts/persons.ts'
import { Face } from '../faces/Face.tsx'
import { newMaking } from '../lib/make-once.ts'
import { useUser } from '../lib/user.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import classes from './PersonSwitcher.module.css'

/** Shows as which person the user writes, switches to another one, and creates new ones (PUB-072..PUB-075, D-36). */
export function PersonSwitcher() {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  if (!user) return null
  return (
    <div className={classes.persons}>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className={classes.writing}>Writing as {user.person.username}</span>
      </Button>
      {isOpen && <Persons user={user.id} current={user.person.id} />}
    </div>
  )
}

function Persons({ user, current }: { user: number; current: number }) {
  const { data, error } = useQuery(personsQuery(user))
  const [isCreating, setIsCreating] = useState(false)
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (!data) return <Loading />
  return (
    <>
      <ul aria-label="Your pages">
        {data.map(({ id, username, title, path }) => (
          <li key={id}>
            <TextLink to={path} className={classes.author} aria-current={id === current ? 'true' : undefined}>
              <Face username={username} size={28} />
              {title}
            </TextLink>
            {id !== current && (
              <Button
                variant="subtle"
                aria-label={`Switch to ${title}`}
                onClick={() => void switchPerson(username).catch(toastError)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isCreating ? (
        <NewPerson onMade={() => setIsCreating(false)} />
      ) : (
        <MayCreate kind="pages">
          <Button variant="subtle" onClick={() => setIsCreating(true)}>
            Create a page
          </Button>
        </MayCreate>
      )}
    </>
  )
}

function NewPerson({ onMade }: { onMade: () => void }) {
  const [username, setUsername] = useState('')
  const [title, setTitle] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, refusal, run } = useAction(error => {
    const wrong = errorsByField(error)
    setErrors(wrong)
    return wrong.username || wrong.title ? null : messageOf(error)
  })
  const making = useRef(newMaking())
  const navigate = useNavigate()

  async function create(): Promise<void> {
    setErrors({})
    const { path } = await createPerson({ username, ...(title.trim() && { title }) }, making)
    onMade()
    await navigate(path)
  }

  return (
    <Form takesFocus className={classes.form} aria-label="New page" busy={busy} onSubmit={() => run(create)}>
      <TextInput
        label="Username"
        description="The address of the page"
        value={username}
        error={errors.username}
        onChange={event => setUsername(event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        description="The heading of the page"
        value={title}
        error={errors.title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <FormEnd refusal={refusal} busy={busy} submit="Create" />
    </Form>
  )
}
