import { Plugin, type ViewElement, ViewUpcastWriter } from 'ckeditor5'

/** Leaves out pasted pictures that are neither uploaded nor at an address: saving would remove them (server/lib/html.ts). */
export class LeaveOutEmbeddedImages extends Plugin {
  static get pluginName() {
    return 'LeaveOutEmbeddedImages' as const
  }

  static get requires() {
    return ['ClipboardPipeline'] as const
  }

  init(): void {
    const { view } = this.editor.editing
    const writer = new ViewUpcastWriter(view.document)
    const isKept = (image: ViewElement): boolean =>
      image.hasAttribute('uploadId') || /^(https?:)?\/|^[^:]+$/i.test(image.getAttribute('src') ?? '')
    this.listenTo(
      this.editor.plugins.get('ClipboardPipeline'),
      'inputTransformation',
      (_, { content }) => {
        const images = [...view.createRangeIn(content)]
          .map(({ item }) => item)
          .filter(item => item.is('element', 'img'))
        for (const image of images) if (!isKept(image)) writer.remove(image)
      },
      // After those are found that are uploaded.
      { priority: 'low' }
    )
  }
}
