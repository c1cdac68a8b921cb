import { t } from '../../words/i18n.js';

/** Words for what the drawing shows only by its looks. @param {import('../entries.js').Entry} entry */
export const unseenWords = ({ kind, change, locked, clash, mark }) => [
  t(`calendar.kind.${kind}`), change ? t(`calendar.change.${change}`) : '', mark ? t(`mark.is.${mark}`) : '', locked ? t('calendar.locked') : '', clash ? t('calendar.clash', { with: clash }) : '',
].filter(Boolean).join(t('calendar.comma'));
