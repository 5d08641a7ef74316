import { type ReactNode, useRef } from 'react'
import { useAction } from '../ui/ActionButton.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'

interface PictureFile {
  busy: boolean
  refusal: string | null
  /** The field, which a page renders anywhere. It is hidden. */
  field: ReactNode
  /** Opens the browser's dialog for files. */
  open: () => void
  /** Runs a change of the picture, one at a time. */
  change: (work: () => Promise<void>) => Promise<void>
}

/** A field for the file of a picture. @param label of the field. @param send takes the chosen file */
export function usePictureFile(label: string, send: (file: File) => Promise<void>): PictureFile {
  const input = useRef<HTMLInputElement>(null)
  // sendPicture throws a plain Error whose message is for the person (send-picture.ts).
  const { busy, refusal, run } = useAction(error => (error instanceof Error && error.message) || messageOf(error))

  async function change(work: () => Promise<void>): Promise<void> {
    if (busy) return
    await run(work)
    if (input.current) input.current.value = ''
  }

  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept="image/jpeg,image/png,image/gif,image/bmp,image/webp,image/tiff"
      aria-label={label}
      onChange={({ currentTarget: { files } }) => {
        const [file] = files ?? []
        if (file) void change(() => send(file))
      }}
    />
  )
  return { busy, refusal, field, open: () => input.current?.click(), change }
}
