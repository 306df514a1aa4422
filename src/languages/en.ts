// English; also used where a language has no data of its own.

import type { LanguageData } from './language.ts'

export const en: LanguageData = {
  code: 'en',
  names: 'English',
  stopWords:
    'the, a, an, and, or, of, to, in, on, for, with, by, from, is, are, was, were, be, been, it, its, this, that, these, those, you, your, we, our, as, at, can, will, if, when, not, do, does, have, has, had, how, what, which, why, who, into, then, than, so, but, also, they, their, them, he, she, his, her, i, my, me, us, there, here, may, must, should, would, could, all, any, some, no, only, such, about, over, under, up, out, after, before, per, each, every, one, same, more, most, other, where, while, s, t, u, isn, don, doesn, im, ive',
  negations:
    "not, no, never, none, nor, neither, nobody, nothing, without, cannot, cant, can't, don't, dont, doesn't, doesnt, didn't, isn't, isnt, aren't, arent, wasn't, weren't, won't, wont, shouldn't, mustn't, needn't, couldn't, wouldn't, hasn't, haven't, no longer, unable, fails to, refuses to, forbidden, prohibited, disallowed, disabled, excluded",
  conditions:
    'if, unless, only, only when, when, until, except, provided, as long as, once, after, before, at least, at most, up to, within, with, without, who holds, who has, during, while, on condition',
  causes: 'because, since, due to, as a result of',
  opposites:
    'at least/at most, no less than/no more than, minimum/maximum, always/never, all/some, every/some, all/no, allowed/forbidden, permitted/prohibited, allowed/prohibited, first/last, enabled/disabled, inside/outside, left/right, increases/decreases, rises/falls, must/may, mandatory/optional, required/optional',
  orders: 'before/after, more than/less than, above/below, over/under',
  questionWords:
    'who, what, when, where, why, which, how, whether, whose, whom, is, are, do, does, can, could, should, will, would, may',
  askingWords:
    'want, need, like, know, find, learn, understand, explain, tell, show, see, look, looking, help, please, something, anything, everything, someone, anyone, thing, things, way, ways, possible, able, use, using, used, get, getting, make, making, work, works, working, start, happen, happens, mean, means',
  endings: 's, es, ed, d, ing, er, ers, e, y, ies, ied, ion, ions, ation, ations, al, ly, ment, ments, +ed, +ing, +er',
  asks: {
    amount:
      'how many, how much, how long, how often, how big, how large, how far, how old, how deep, how soon, how fast, what number, what size, what amount, what percentage, what port, which port, what version, which version, what limit, limit, maximum, minimum, max, min, default',
    when: 'when, since when, what date, what year, until when',
    why: 'why, reason, how come, what causes',
    where: 'where, which file, which folder, which directory, what file, what folder',
    how: 'how do, how can, how to, how would, how should, how does, how, way to, command, flag, cli',
    what: 'what is, what are, what does, what do, define, meaning, means, difference',
    yesno: 'is, are, can, does, do, will, should, may, must, has, have, could, would, am',
  },
  answers: {
    what: 'is a, is an, is the, are, means, refers to, called, stands for',
    yesno:
      'can, cannot, not, only, supports, support, supported, must, should, always, never, allows, allowed, possible, required, recommended',
    where: 'folder, directory, file, under, inside, located, in the',
    how: 'you can, use, set, add, run, create, pass, call',
    why: 'because, since, due to, so that, reason, in order to, therefore, as a result',
  },
  numbers:
    'zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, million 1000000, once 1, twice 2, half 0.5, dozen 12',
  references:
    'step, steps, section, chapter, page, version, figure, table, item, point, line, clause, paragraph, entry, no',
  months:
    'january/jan, february/feb, march/mar, april/apr, may, june/jun, july/jul, august/aug, september/sep/sept, october/oct, november/nov, december/dec',
  units:
    'ms/millisecond/milliseconds, s/sec/secs/second/seconds, min/mins/minute/minutes, h/hr/hrs/hour/hours, d/day/days, working day/working days/workday/workdays/business day/business days, week/weeks, month/months, year/years/yr/yrs, %/percent/per cent, °c/degree/degrees/degrees celsius/c, m/metre/metres/meter/meters, mm/millimetre/millimetres/millimeter/millimeters, cm/centimetre/centimetres/centimeter/centimeters, km/kilometre/kilometres/kilometer/kilometers, kg/kilo/kilos/kilogram/kilograms, g/gram/grams, l/litre/litres/liter/liters, ml, kb/kilobyte/kilobytes, mb/megabyte/megabytes, gb/gigabyte/gigabytes, tb/terabyte/terabytes, €/euro/euros/eur, $/dollar/dollars/usd, £/pound/pounds/gbp, v/volt/volts, w/watt/watts, kw/kilowatt/kilowatts, hz/hertz, khz/kilohertz, bar/bars',
  abbreviations:
    'e.g, i.e, vs, cf, approx, fig, no, nr, mr, mrs, ms, dr, prof, st, etc, incl, max, min, ca, jan, feb, aug, sept, oct, nov, dec, inc, ltd, co',
  classes: {
    documentNouns:
      'document, documents, doc, docs, page, pages, guide, article, text, texts, section, sections, sentence, sentences, chapter, chapters, paragraph, paragraphs, heading, headings, headline, title, intro, introduction, summary, overview, table, tables, faq, runbook, readme, changelog, release notes, reference page, tutorial, howto, how-to, how to, writeup, write-up, write up, draft, notes, bullet, bullets, bullet points, wording, tone, wall of text, jargon, buzzwords, typo, typos, spelling, grammar, diagram, example, examples, quote, quotes, transcript, thread, chat, mails, docstrings, adr, adrs, cheat sheet, checklist, template, policy page, one pager, one-pager, leaflet, handout, manual, instructions, style, part, parts, bit, bits, stuff, chit chat, chit-chat, marketing, passive, warning box, callout, screenshot, screenshots, footnote, appendix, glossary',
    writingVerbs:
      'write, writes, rewrite, reword, rephrase, phrase, mention, mentions, mentioning, describe, explain, cover, include, leave out, leave it out, leave that out, omit, skip, drop, summarise, summarize, sum up, shorten, condense, merge, combine, translate, proofread, fix the, clean up, tidy up, format, structure, turn into, turn this into, make it, make this, make a, make an, make the, keep it, keep this, keep the, put the, put it, put this, add a, add an, add the, emphasise, emphasize, highlight, stress, list the, number the, bold, italic, name names, name the, copy, quote, cite, link to, refer to, start with, begin with, end with, use the, use a, use simple, use short, talk about, focus on, dont use, do not use, avoid, spell out, stand out, sound, sounds, read like, go easy, take the, based on, pull, pull from, use only, stick to, gloss over, tone down, play down, no need to',
    politeness:
      'please, pls, plz, pls., thx, thanks, thank you, ty, cheers, kindly, ok?, okay?, ok, would be nice, would be great, if you can, if possible, could you, can you, would you, id like, i would like, i want, i need, we want, let’s, lets, maybe, ideally, feel free, dont bother, dont worry, remember to, dont forget, make sure, just, really, imo, btw, fyi',
    style:
      'short, shorter, brief, briefly, concise, crisp, friendly, friendlier, formal, informal, official, simple, simpler, plain, easy, casual, neutral, polite, technical, non-technical, nontechnical, detailed, long, readable, professional, clear, clearer, positive, serious, funny, boring, fancy, nice, nicer, nicely, marketing, salesy, dumb it down, layman, beginner, beginners, newbies, newcomers, non-experts, native speakers, half a page, one page, two pages, 1 page, max a page, words, sentences, in english, in german, in french, present tense, second person, imperative, active voice, british spelling, american spelling, oxford comma, emojis, emoji, caps',
    positions:
      'at the top, on top, to the top, up top, at the bottom, at the end, at the beginning, at the start, up front, upfront, first thing, first, last, up high, in front, in the intro, in the title, in the summary, in bold, in a table, in a box, as a table, as a list, as bullets, as steps, as a faq, in the doc, in the docs, in there, in here, in it, anywhere, somewhere, separate, own section, its own, the rest, everything else, nothing else',
    people:
      'reader, readers, audience, new maintainers, new hires, new people, new joiners, nobody reads, people skim, people, they wont, the boss, management, customers, customer names, names, usernames, user names, you, u, me, my, i, ive, im, we',
    openPoints:
      'todo, tbd, tba, tbc, fixme, xxx, ???, to be decided, to be confirmed, to be defined, not clear, unclear, not sure, unsure, open question, open point, open:, still open, need to check, needs checking, have to check, must check, to check, check with, ask, clarify, waiting for, pending, dont know yet, dont know, no idea, not decided, undecided, not yet known, later, missing, who knows, does anyone know, find out, follow up with, is it still, still true, still needed, still valid, question:, someone',
    smallTalk:
      'hi, hello, hey, hi all, hi team, good morning, morning, thanks, thank you, thx, ty, cheers, sorry, sry, lol, haha, hehe, ok, okay, sure, cool, great, nice, perfect, awesome, yep, yeah, nope, np, no worries, bye, see you, see ya, cu, ttyl, have a nice, weekend, lunch, coffee, brb, quick dump, brain dump, random notes, rough notes, quick notes, in a hurry, messy, here you go, here goes, as promised, as discussed, hope this helps, hope that helps, fwd, regards, best, love, good luck, welcome back, by the way, agreed, fine with me, sounds good, +1, right, exactly, me too, same here, can you hear me, recording, next meeting, any objections, none, anything else, thats all, that’s it, sent from my',
    yes: 'yes, y, yep, yeah, yup, ok, okay, correct, right, true, still true, confirmed, confirm, exactly, agreed, fine, good, looks good, lgtm, still valid, still correct, unchanged, keep, keep it, stays, as is, checked, verified, approved, sure, thats right, that is right, is right, is correct, all good',
    no: 'no, nope, nah, wrong, false, incorrect, not correct, not right, not true, neither, actually, instead, should be, must be, has to be, its now, it is now, is now, are now, now it is, changed to, was changed, rather, not anymore, no longer, since, correction, typo, make that, not',
    remove:
      'no longer needed, not needed any more, not needed anymore, remove, remove it, delete, delete it, drop, drop it, drop this, cut, cut it, take it out, take out, leave out, leave it out, kill, kill it, scrap, strike, get rid, outdated, out of date, obsolete, gone, does not exist, doesnt exist, no longer exists, not used anymore, no longer used, retired, discontinued, bin it, lose it, ditch',
    unknown:
      'tbd, tba, tbc, todo, ?, ??, ???, idk, dunno, dont know, do not know, no idea, no clue, not sure, unsure, unknown, unclear, ask, check with, later, will check, need to check, have to check, let me check, to be decided, to be confirmed, to be defined, not decided, not known, wait, waiting, pending, coming soon, soon, who knows, no answer, cant say, cannot say, hard to say, good question, maybe, perhaps, somebody, someone, not my area, beats me, will find out, get back to you, see above, see below, see other, pass',
    unneeded:
      'not needed, not necessary, not relevant, irrelevant, not applicable, n/a, na, does not apply, doesnt apply, no need, never mind, nevermind, skip, skip it, skip this, ignore, ignore it, ignore this, leave it, not here, not for us, dismiss, unnecessary, we dont need, doesnt matter, does not matter, out of scope, not in scope, none, nothing, nothing to add, not important',
  },
  updates:
    'now, nowadays, from now on, as of, no longer, any more, anymore, instead, moved, changed, raised, lowered, increased, reduced, upgraded, extended, shortened, replaced, renamed, update, since, by now, meanwhile',
  renames: 'rename, renamed, rename to, replace, replaced, change, changed, swap, called, named',
  mailFields: 'from, to, cc, bcc, subject, date, sent, reply-to',
  keys: {
    title: 'title',
    kind: 'kind, type, document type',
    language: 'language',
    summary: 'summary',
    sections: 'sections, outline',
    leaveOut: 'leave out, omit, exclude, do not mention, don’t mention, dont mention',
    mention: 'mention, must mention',
    use: 'use, quote',
    length: 'length',
    audience: 'audience, target audience, readers, tone, style',
  },
  kinds: {
    tutorial: 'tutorial, getting started, get started, quickstart, quick start, your first, learn, walkthrough',
    'how-to':
      'how to, how-to, howto, guide, set up, setup, install*, configur*, migrat*, deploy*, creat*, enabl*, rotat*, restor*, back up, troubleshoot*, runbook, checklist, onboarding, replace, start, reset, flash, hand in, handing in',
    reference:
      'reference, api, endpoint*, parameters, options, settings, cli, commands, error codes, schema, specification, glossary, limits, webhook*, headers, functions, list, listing',
    explanation:
      'why, concept*, understanding, architecture, overview, background, how it works, how the, how we, explained, introduction to, design, about, what is, principles, decision',
    policy: 'policy, policies, code of conduct, acceptable use, guidelines, rules, terms, privacy notice, house rules',
    'release-notes':
      "release notes, release note, changelog, change log, what's new, what is new, changes in, version history",
    incident: 'postmortem, post-mortem, post mortem, incident, outage, root cause analysis',
    faq: 'faq, frequently asked, q&a, questions and answers, common questions, questions',
  },
  phrases: {
    notes: 'Notes',
    bare: 'Nothing stands under “{section}” yet. What belongs there?',
    missingTerm: {
      title: 'The draft does not mention “{term}”',
      body: 'The instructions ask for “{term}”, but the draft says nothing about it. Look at what was not printed, add material, or answer with the sentence that belongs in the draft.',
    },
    held: {
      order: 'Not printed, it reads like an instruction: “{text}”',
      doubtful: 'Not printed, it may not be meant for readers: “{text}”',
      unplaced: 'Not printed, no place was found for it: “{text}”',
      marked: 'Printed, but it may not be meant for readers: “{text}”',
      body: 'This stands in the notes: “{text}” Answer “use” to print it in the next draft, “drop” to leave it out, or with the text to print instead.',
    },
    instruction: {
      title: 'Instructions that only a person can follow ({count})',
      body: 'The built-in drafter can’t follow these instructions. Change the draft accordingly, then mark this as resolved: {lines}',
    },
    edit: {
      title: 'Change “{before}” to “{after}”?',
      deleted: 'Remove “{before}”?',
      body: 'The notes say “{quote}”. Answer “accept”, “reject”, or with the text to use.',
    },
    sort: {
      title: '{count} statements of “{source}” wait to be sorted',
      body: '“{source}” is a conversation: only a person or a model can make a page of it. Pick the statements to print, or answer “all”, “none” or numbers (1-4, 7); the next draft prints them.',
    },
    empty: {
      title: 'There is nothing to print yet',
      body: 'No notes, material or picked statements give this draft a text. Add notes, or pick statements of a conversation, and redraft.',
    },
    conflict: {
      title: 'Sources disagree: {first} or {second}?',
      body: 'The draft says “{kept}” ({keptSource}). Another source says “{dropped}” ({droppedSource}). Which one is right?',
    },
    fixLink: {
      title: 'A link points nowhere: {href}',
      body: '“{text}” links to {href}, and no such document exists. Answer with the right link (/read/…), or remove it from the draft.',
    },
    unsupported: {
      title: 'Left out: the sources do not support it ({count})',
      body: 'The model wrote this, but the quotes it gave do not support it, so it is not in the draft: {claims}',
    },
    partly: {
      title: 'Check: the sources support this only in part',
      body: 'This stands in the draft, but the quotes support it only in part: {claims}',
    },
    style: {
      title: 'The style guide asks for other words',
      body: 'Change this in the draft: {words}',
    },
    fallback: {
      title: 'The model’s draft was unusable; this one was assembled from the sources',
      body: 'The model failed to write a usable draft ({reason}). The built-in drafter assembled this one instead. Redraft to try the model again.',
    },
    outcome: {
      applied: 'The reply is in the draft.',
      corrected: 'The draft now says “{text}”.',
      removed: 'The sentence was removed.',
      confirmed: 'Confirmed; the draft stays as it was.',
      used: 'The held text is in the draft.',
      leftOut: 'The text stays left out.',
      dismissed: 'Dismissed; it will not be asked again.',
      noContent: 'The reply has nothing to print, so it was asked again.',
      unclear: 'It was not clear what the reply should change; the draft stays as it was.',
    },
  },
}
