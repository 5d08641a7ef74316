import { Button } from '@mantine/core'
import type { Person } from '../../domain/publishing/person.ts'
import { switchPerson } from '../accounts/persons.ts'
import { toastError } from '../ui/ActionButton.tsx'
import classes from './publishing.module.css'

/** Shown on the page of another person of the same user (D-36). */
export function SwitchOffer({ person: { title, username } }: { person: Person }) {
  return (
    <div className={classes.add}>
      <p className={classes.notice}>This is another one of your pages. Switch to it to write here.</p>
      <Button onClick={() => void switchPerson(username).catch(toastError)}>Switch to {title}</Button>
    </div>
  )
}
