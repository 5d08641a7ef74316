import { Button } from '@mantine/core'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { toastError } from '../ui/ActionButton.tsx'
import { removeFace } from './choose-face.ts'
import { useFace } from './faces.ts'

/** A button with which a site admin removes somebody's picture. */
export function RemoveFace({ username, known }: { username: string; known: Uploaded | null }) {
  if (!useFace(username, known)) return null
  return (
    <Button variant="default" onClick={() => removeFace(username).catch(toastError)}>
      Remove the picture
    </Button>
  )
}
