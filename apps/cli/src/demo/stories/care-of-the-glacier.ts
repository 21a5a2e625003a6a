import {
  bold,
  bulleted,
  heading,
  image,
  italic,
  item,
  link,
  numbered,
  paragraph,
  type Story,
} from '../prose.ts'

export const careOfTheGlacier: Story = {
  title: 'Standing Instructions for the Care of the Glacier',
  excerpt: 'It is one cubic metre, and it is all there is. Please read everything before you touch the door.',
  poster: 'glacier-mountain',
  tags: ['Kenya', 'Climate'],
  content: [
    paragraph`
      To whoever has the keys now: welcome to Nanyuki. What you are looking after is the
      ${link('https://en.wikipedia.org/wiki/Lewis_Glacier_(Mount_Kenya)', 'Lewis Glacier')}. It is one cubic
      metre, and it is all there is. Please read everything before you touch the door.
    `,
    heading`Every day`,
    numbered(
      item`
        Read the thermometer at six, at noon and at six. It should say minus twenty. Write it in the green
        book even when it says minus twenty, which is always.
        ${bold('A gap in the book will be taken for a warm day.')}
      `,
      item`
        Walk once round the block. Clockwise is usual. You are looking for bloom, cracks and weeping. Bloom is
        only frost, and can be left. Cracks should be drawn in the book, with a date. I will come to weeping.
      `,
      item`
        Listen. There is air in the ice, and when a bubble reaches the surface it lets go with a small tick.
        That air was last breathed before anybody had thought of a Nanyuki. You need do nothing about it, but
        it would be rude not to be there.
      `,
      item`
        Say good morning. This is not in the agreement with the county. My predecessor did it in Kikuyu and I
        have done it in Kiswahili, and the temperature has not been affected either way.
      `,
    ),
    image(
      'glacier-block',
      'A single block of pale ice on trestles in a dark cold store, a lamp above it and a caretaker’s stool beside it',
    ),
    heading`Every month`,
    bulleted(
      item`Oil the door. Not the hinges, the sound. Children come here, and a door that groans is all they remember.`,
      item`
        Run the generator for one hour. It will not want to. The trick is to stand with your back to it and
        talk about buying another.
      `,
      item`
        Weigh the block. It loses forty grams a month, straight from ice to air without bothering to be water.
        Nobody knows how to stop this. At the present rate you have about eighteen hundred years, so do not
        let it spoil your lunch.
      `,
    ),
    heading`Visitors`,
    paragraph`
      Schools come on Wednesdays. They may put a hand flat on the ice, for a count of five, one child at a
      time. Do not say five is the limit. Say that five is how long it takes. They will be disappointed at
      first, since a glacier ought to be large; take them outside and point at the mountain, at the grey place
      high on the right side like a thumbprint, and tell them it reached from there to the foot of the scree.
      Then bring them back in. It looks larger after that.
    `,
    paragraph`
      You will be asked if it is dead. I used to say that it was asleep, and then a girl from Timau pointed
      out that sleeping things get up. Now I say that it is being kept, and leave it there.
    `,
    paragraph`
      An old man called Mwangi comes on the first Saturday. He was a porter. He carried the camera that took
      the photograph in the hall, in 1974, when he was seventeen and the ice had a blue door in it that you
      could walk through. He does not touch the block. Give him the stool. He takes two sugars, and he will
      tell you about the door, and you should not let him see that you have heard it.
    `,
    heading`If the power fails`,
    paragraph`
      You have thirty-one hours. This is longer than you think, and you will spend the first of them badly.
      Start the generator. If the generator does not start, ring the hospital, who have ice of their own; then
      the flower farm at Timau, who have a cold lorry and a foreman, Grace, to whom I once did a favour. Then
      drape the blankets. Then sit down. ${italic('Do not keep opening the door to see.')}
    `,
    paragraph`
      It did fail, on my watch, in the April floods. By the twentieth hour I had rung everyone there is. By
      the twenty-sixth, it wept. You will read in the book that I measured the run-off and that it came to
      four hundred millilitres, and this is correct. I caught it in a saucepan. When the lights came back
      there I was with a pan of the Lewis Glacier, and no instruction from anyone.
    `,
    paragraph`
      One cannot put it back. I looked into it. I thought of keeping it in a jar, but then that is a jar of
      water, and one would have to explain. I thought about it the whole day. In the evening my wife, who was
      not well that year, asked for tea.
    `,
    paragraph`
      I have never told the county. It tasted of nothing at all. She said it was the best cup she ever had,
      and held it up against the window to see if there was anything in it.
    `,
    heading`What not to do`,
    bulleted(
      item`Do not name it. People have tried.`,
      item`Do not let anyone chip a piece for whisky, whatever ministry they are from.`,
      item`Do not turn up the lamp to see into the middle. It is as dark in there as it wants to be.`,
      item`Do not come in at night because you are worried. Or do, but bring a coat.`,
    ),
    heading`Handing over`,
    paragraph`
      Sooner or later you will write one of these yourself. I would only say, leave a good deal out. I found
      eleven pages when I came and obeyed perhaps four, and the rest I learned from the thing itself, which is
      patient, and has never once been in a hurry to correct me.
    `,
    paragraph`
      The spare key is behind the photograph. If there is anything you cannot find, write to
      ${link('mailto:caretaker@glacier.example', 'caretaker@glacier.example')}. It comes to me for now. After
      that I suppose it will come to you.
    `,
    paragraph`
      It is minus twenty. I have just looked.
    `,
  ],
}
