import type { TextSpan } from '../../core/text-span'

/** Whether a step stands at a place, to the character. */
export function isAt(span: TextSpan, place: TextSpan | undefined): boolean {
  return place !== undefined && span.start === place.start && span.end === place.end
}
