import { Button } from '@mantine/core'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { removeFace } from './choose-face.ts'
import { useFace } from './faces.ts'

/** A button with which a site admin removes somebody's picture. */
export function RemoveFace({ username, known }: { username: string; known: Uploaded | null }) {
  if (!useFace(username, known)) return null
  return (
    <Button variant="default" onClick={() => removeFace(username).catch(refused => toast.error(messageOf(refused)))}>
      Remove the picture
    </Button>
  )
}
