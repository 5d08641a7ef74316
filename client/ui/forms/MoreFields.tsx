import { Button, Collapse, Stack } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type ReactNode, useId, useState } from 'react'
import classes from './MoreFields.module.css'

interface Props {
  label: string
  errors: object
  /** Matches the names of the fields inside. An error in one of them opens them. */
  hidden: RegExp
  children: ReactNode
}

/** Fields of a form that few people need, behind a button. While closed, they keep the typed text. */
export function MoreFields({ label, errors, hidden, children }: Props) {
  const [more, setMore] = useState(false)
  const id = useId()
  const open = more || Object.keys(errors).some(field => hidden.test(field))
  return (
    <div>
      <Button
        variant="subtle"
        px="sm"
        ml="-0.75rem"
        aria-expanded={open}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={18} aria-hidden className={classes.chevron} data-open={open || undefined} />
        }
        onClick={() => setMore(!open)}
      >
        {label}
      </Button>
      <Collapse expanded={open} id={id}>
        <Stack gap="md" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
