import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { ConfirmModal, type Question } from './ConfirmModal.tsx'

interface Props extends Question {
  label: string
  button?: ButtonProps & { 'aria-label'?: string }
}

/** A button that asks a question before it acts. */
export function ConfirmButton({ label, button, ...question }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmModal {...question} opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}
