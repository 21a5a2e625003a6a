declare module 'subset-font' {
  type Axis = number | { min: number; max: number }

  export interface SubsetOptions {
    targetFormat: 'woff2'
    /** The value or range of each axis; unnamed axes keep their full range. */
    variationAxes: Record<string, Axis>
    /** OpenType tags; all others are removed. */
    keepFeatures: string[]
  }

  // biome-ignore lint/style/noDefaultExport: the package exports its function so
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
