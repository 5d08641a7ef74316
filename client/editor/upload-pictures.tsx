import {
  type FileLoader,
  FileRepository,
  ImageUploadEditing,
  Notification,
  Plugin,
  type UploadAdapter
} from 'ckeditor5'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { type Uploaded, uploadLoosePicture, uploadPicture } from '../../domain/uploads/api.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { sendPicture } from '../uploads/send-picture.ts'

/** Uploads pictures to the server, and shows errors as toasts (UPL-15..UPL-22). */
export class UploadPictures extends Plugin {
  static get pluginName() {
    return 'UploadPictures' as const
  }

  static get requires() {
    return [FileRepository, ImageUploadEditing, Notification] as const
  }

  init(): void {
    const { editor } = this
    const slug = String(editor.config.get('uploadPictures.slug') ?? '')
    editor.plugins.get(FileRepository).createUploadAdapter = loader => adapterOf(loader, slug)
    // Sets the size at once, so that the text around the picture does not move. Runs after the library has set the
    // other attributes, because their order must match the order in which a saved text is read.
    this.listenTo(
      editor.plugins.get(ImageUploadEditing),
      'uploadComplete',
      (_, { data, imageElement }) => {
        const { width, height } = data as unknown as Uploaded
        editor.model.change(writer => writer.setAttributes({ width, height }, imageElement))
      },
      { priority: 'lowest' }
    )
    this.listenTo(editor.plugins.get(Notification), 'show:warning', (event, { title, message }) => {
      event.stop()
      toast.warning(
        <>
          <strong>{title || 'Picture'}</strong>
          <br />
          {message}
        </>,
        // Keeps the toast for 10 s only, because it covers a form in use.
        { goesAfter: 10_000 }
      )
    })
  }
}

function adapterOf(loader: FileLoader, slug: string): UploadAdapter {
  const abort = new AbortController()
  // UPL-06
  const address = slug ? fillPath(uploadPicture.path, { slug }) : uploadLoosePicture.path
  return {
    async upload() {
      const file = await loader.file
      if (!file) throw new Error()
      const onProgress = (sent: number, total: number): void => {
        loader.uploaded = sent
        loader.uploadTotal = total
      }
      // The editor shows the thrown text as it is.
      const made = await sendPicture(file, { address, signal: abort.signal, onProgress }).catch(({ message }) => {
        throw message
      })
      return { ...made, urls: inAllWidths(made) }
    },
    abort: () => abort.abort()
  }
}

/** Adds the full-size picture when there is more than one width to choose from. */
export function inAllWidths({ url, urls, width }: Uploaded): Uploaded['urls'] {
  return Object.keys(urls).length > 1 ? { ...urls, [width]: url } : urls
}
