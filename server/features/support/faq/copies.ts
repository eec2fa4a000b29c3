import type { FaqGroup } from '#contracts/support.ts';

export const COPIES: FaqGroup = {
  id: 'copy-trading',
  title: 'Copy trading',
  entries: [
    {
      id: 'how-copying-works',
      title: 'How does copy trading work?',
      content:
        'You have one main key per exchange, and copy keys that follow it. When you place an order on the main key, the same order is placed on each copy key of its group that is switched on. Each copy is an order of its own: if one fails, the others and the main order are not touched.',
    },
    {
      id: 'copy-size',
      title: 'How large is a copy?',
      content:
        'In proportion to the money there is: a main key that spends a tenth of its free USDT makes a copy key spend a tenth of its own. A multiplier changes that proportion, and a ceiling, an amount in USDT, is never exceeded: on a pair priced in another currency it is converted at the current price. The result is rounded down to the step of the pair. The form shows what each copy would do before you send the order.',
    },
    {
      id: 'skipped-copy',
      title: 'Why was a copy skipped?',
      content:
        'The row says why: mostly its share was below the minimum of the exchange, or too little was free, or it was over your order limits. Fix it by adding money or raising the multiplier, then press Try again on that row. Nothing is bought later by itself at another price.',
    },
    {
      id: 'pause-copying',
      title: 'How do I pause a copy key?',
      content:
        'Turn off its switch on the API page. It takes no new deals from then on. Deals that it already follows stay open, and their targets stay on the exchange.',
    },
    {
      id: 'delete-main-key',
      title: 'What happens to copies when I delete the main key?',
      content:
        'You choose a key in its place. If it is one of its own copy keys, the others go on under it. Otherwise they become stand-alone keys with copying off: no key ever begins to follow another by itself. The dialog says which it will be.',
    },
  ],
};
