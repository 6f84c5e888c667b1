/** A question and the words that answer it, as they are in the text apart from line breaks. */
export interface Question {
  readonly text: string;
  readonly document: string;
  /** Words of the answer. Several licences have some of them; an answer in other words of another licence counts as well. */
  readonly answers: readonly string[];
}

const question = (document: string, text: string, ...answers: string[]): Question => ({ text, document, answers });

/** Questions that are mostly worded differently from the texts. Some have a typo or a name. */
export const QUESTIONS: readonly Question[] = [
  question(
    'GPL-3',
    'Can I be sued for circumventing copy protection when I use rights under GPL 3?',
    'you waive any legal power to forbid circumvention of technological measures',
  ),
  question(
    'GPL-3',
    'how long must the written offer for source code remain valid',
    'valid for at least three years and valid for as long as you offer spare parts or customer support for that product model',
  ),
  question(
    'GPL-3',
    'Which products does the license treat as consumer products for use in a household?',
    'any tangible personal property which is normally used for personal, family, or household purposes',
  ),
  question(
    'GPL-3',
    'If somebody breaks the license for the first time, how many days after the notice do they have to put it right?',
    'you cure the violation prior to 30 days after your receipt of the notice',
  ),
  question(
    'GPL-3',
    'Which keys and codes must a maker hand over so that people can install their modified version of the work?',
    'any methods, procedures, authorization keys, or other information required to install and execute modified versions',
  ),
  question(
    'GPL-3',
    'Do I have to accept the license to run a copy of the program that I received?',
    'You are not required to accept this License in order to receive or run a copy of the Program',
  ),
  question(
    'GPL-3',
    'Does a user of a peer-to-peer network who passes on a copy of the work have to accept the license?',
    'Ancillary propagation of a covered work occurring solely as a consequence of using peer-to-peer transmission',
  ),
  question(
    'GPL-3',
    'May I combine a covered work with a work under the Afero license, and what about interaction over a network?',
    'the special requirements of the GNU Affero General Public License, section 13, concerning interaction through a network',
  ),
  question(
    'GPL-3',
    'When is a patent license called discriminatory under this license?',
    'A patent license is "discriminatory" if it does not include within the scope of its coverage',
  ),
  question(
    'GPL-3',
    'standard interfaces defined by recognised standards bodies',
    'an interface that either is an official standard defined by a recognized standards body',
  ),
  question(
    'GPL-3',
    'what is an agregate of independent works on a storage medium',
    'in or on a volume of a storage or distribution medium, is called an "aggregate"',
  ),
  question(
    'GPL-3',
    'If control of an organization is transferred in a transaction, who receives the license to the work?',
    'An "entity transaction" is a transaction transferring control of an organization',
  ),
  question(
    'GPL-3',
    'Can I give the covered work to contractors so that they make modifications only for me?',
    'You may convey covered works to others for the sole purpose of having them make modifications exclusively for you',
  ),
  question(
    'GPL-3',
    'local law closest to an absolute waiver of liability',
    'reviewing courts shall apply local law that most closely approximates an absolute waiver of all civil liability',
  ),
  question(
    'GPL-2',
    'What must the notice in a file of the program say when I have changed the file?',
    'You must cause the modified files to carry prominent notices stating that you changed the files and the date of any change',
  ),
  question(
    'GPL-2',
    'Can the copyright holder of the program exclude countries in which patents restrict its distribution?',
    'may add an explicit geographical distribution limitation excluding those countries',
  ),
  question(
    'GPL-2',
    'fee for transferring a copy and selling warranty protection',
    'You may charge a fee for the physical act of transferring a copy, and you may at your option offer warranty protection in exchange for a fee',
  ),
  question(
    'GPL-2',
    'What if a court judgment imposes conditions on me that contradict the conditions of this license?',
    'If you cannot distribute so as to satisfy simultaneously your obligations under this License',
  ),
  question('GPL-2', 'example signature Ty Coon president of vice', 'Ty Coon, President of Vice'),
  question(
    'GPL-2',
    'Gnomovision welcome message when interactive mode starts',
    'Gnomovision version 69, Copyright (C) year name of author Gnomovision comes with ABSOLUTELY NO WARRANTY',
  ),
  question(
    'GPL-2',
    'What does source code mean for a work that somebody wants to modify?',
    'The source code for a work means the preferred form of the work for making modifications to it',
  ),
  question(
    'GPL-1',
    'earliest GPL: pay for sending a copy',
    'You may charge a fee for the physical act of transferring a copy',
  ),
  question(
    'GPL-1',
    'mere aggregation of another independent work with the Program does not bring it under scope',
    'Mere aggregation of another independent work with the Program',
  ),
  question(
    'LGPL-2.1',
    'linking executable with library, header file material, ten lines inline functions',
    'numerical parameters, data structure layouts and accessors, and small macros and small inline functions (ten lines or less in length)',
  ),
  question(
    'LGPL-2.1',
    'May I use the terms of the ordinary General Public License for a copy of the library?',
    'You may opt to apply the terms of the ordinary GNU General Public License instead of this License to a given copy of the Library',
  ),
  question(
    'LGPL-2.1',
    'square root function computing purpose independent of the application',
    'a function in a library to compute square roots has a purpose that is entirely well-defined independent of the application',
  ),
  question(
    'LGPL-2.1',
    'Must the terms of my work that uses the library permit reverse enginering?',
    'reverse engineering for debugging such modifications',
  ),
  question(
    'LGPL-2.1',
    'Yoyodyne disclaims interest in Frob library for tweaking knobs',
    "Yoyodyne, Inc., hereby disclaims all copyright interest in the library `Frob'",
  ),
  question(
    'LGPL-2.1',
    'why is the C libary used by GNU/Linux under lesser licence',
    'permission to use the GNU C Library in non-free programs enables many more people to use the whole GNU operating system',
  ),
  question(
    'LGPL-2.1',
    "What is a suitable mechanism for linking a work with the library that is present on the user's computer?",
    "uses at run time a copy of the library already present on the user's computer system",
  ),
  question(
    'LGPL-3',
    'definition of a combined work',
    'A "Combined Work" is a work produced by combining or linking an Application with the Library',
  ),
  question(
    'LGPL-3',
    'proxy decides future versions of lesser licence',
    "that proxy's public statement of acceptance of any version is permanent authorization for you to choose that version for the Library",
  ),
  question(
    'GFDL-1.3',
    'How many copies of the document may I publish before the license requires cover texts?',
    'numbering more than 100',
  ),
  question(
    'GFDL-1.3',
    'what is a transparent copy, machine readable, editable',
    'A "Transparent" copy of the Document means a machine-readable copy',
  ),
  question(
    'GFDL-1.3',
    'opaque formats PostScript PDF proprietary word procesors',
    'Opaque formats include proprietary formats that can be read and edited only by proprietary word processors',
  ),
  question(
    'GFDL-1.3',
    'section on relationship of publishers to subject, mathematics textbook',
    'if the Document is in part a textbook of mathematics, a Secondary Section may not explain any mathematics',
  ),
  question(
    'GFDL-1.3',
    'Until which date may the operator of a wiki publish the document under a Creative Commons license?',
    'at any time before August 1, 2009',
  ),
  question(
    'GFDL-1.3',
    'What must happen to a section with endorsements in a modified version of the document?',
    'Delete any section Entitled "Endorsements"',
  ),
  question(
    'GFDL-1.3',
    'at least five principal authors on title page',
    'together with at least five of the principal authors of the Document',
  ),
  question(
    'GFDL-1.3',
    'May a translation of the document replace the invariant sections, and whose permission does that need?',
    'Replacing Invariant Sections with translations requires special permission from their copyright holders',
  ),
  question(
    'GFDL-1.3',
    'public network location for transparent version one year after last opaque copy',
    'until at least one year after the last time you distribute an Opaque copy',
  ),
  question(
    'GFDL-1.3',
    'length of front cover and back cover text in words',
    'A Front-Cover Text may be at most 5 words, and a Back-Cover Text may be at most 25 words',
  ),
  question(
    'Apache-2.0',
    'What happens to the patent license for the work if I institute litigation against an entity?',
    'then any patent licenses granted to You under this License for that Work shall terminate as of the date such litigation is filed',
  ),
  question(
    'Apache-2.0',
    'Does the license give me permission to use the trademarks or the product names of the licensor?',
    'This License does not grant permission to use the trade names, trademarks, service marks, or product names of the Licensor',
  ),
  question(
    'Apache-2.0',
    'ownership of fifty percent outstanding shares means control',
    'ownership of fifty percent (50%) or more of the outstanding shares',
    'ownership of more than fifty percent (50%) of the outstanding shares',
  ),
  question(
    'Apache-2.0',
    'attribution notices from NOTICE text file',
    'If the Work includes a "NOTICE" text file as part of its distribution',
  ),
  question(
    'Apache-2.0',
    'mailing lists and issue trackers as submissions to the licensor',
    'communication on electronic mailing lists, source code control systems, and issue tracking systems',
  ),
  question(
    'Apache-2.0',
    'offer support or indemnity to customers for money',
    'You may choose to offer, and charge a fee for, acceptance of support, warranty, indemnity, or other liability obligations',
    'charge a fee for, warranty, support, indemnity or liability obligations',
  ),
  question(
    'Apache-2.0',
    "Does the license give any warranty that the work is fit for a particular purpose or doesn't infringe?",
    'TITLE, NON-INFRINGEMENT, MERCHANTABILITY, or FITNESS FOR A PARTICULAR PURPOSE',
  ),
  question(
    'Artistic',
    'What must I do with the names of executables in the package if they are not the standard executables?',
    'rename any non-standard executables so the names do not conflict with standard executables',
  ),
  question(
    'Artistic',
    'What can a distributor of the package charge as a reasonable copying fee?',
    'whatever you can justify on the basis of media cost, duplication charges',
  ),
  question(
    'Artistic',
    'embedding the interpreter so that perl is hidden from the end user',
    "no overt attempt is made to make this Package's interfaces visible to the end user",
  ),
  question(
    'Artistic',
    'subroutines in C linked to emulate the language',
    'C subroutines (or comparably compiled subroutines in other languages) supplied by you',
  ),
  question(
    'CC0-1.0',
    'dedicate to public domain giving up moral rights',
    'moral rights retained by the original author(s) and/or performer(s)',
  ),
  question(
    'CC0-1.0',
    'European database directive 96/9',
    'Directive 96/9/EC of the European Parliament and of the Council of 11 March 1996',
  ),
  question(
    'CC0-1.0',
    'Which license applies to the work if part of the waiver is judged invalid under the law?',
    'Should any part of the Waiver for any reason be judged legally invalid or ineffective under applicable law',
  ),
  question(
    'CC0-1.0',
    'no trademark or patent rights surrendered by affirmer',
    'No trademark or patent rights held by Affirmer are waived, abandoned, surrendered, licensed or otherwise affected by this document',
  ),
  question(
    'MPL-1.1',
    'Netscape publishes revised versions',
    'Netscape Communications Corporation ("Netscape") may publish revised and/or new versions of the License',
  ),
  question('MPL-1.1', 'Santa Clara county courts litigation', 'with venue lying in Santa Clara County, California'),
  question(
    'MPL-1.1',
    'United Nations convention on sale of goods',
    'The application of the United Nations Convention on Contracts for the International Sale of Goods is expressly excluded',
  ),
  question(
    'MPL-1.1',
    'US goverment end users commercial item',
    'The Covered Code is a "commercial item," as that term is defined in 48 C.F.R. 2.101',
  ),
  question(
    'MPL-1.1',
    'For how many months must the source code of a modification remain available to the recipients?',
    'must remain available for at least twelve (12) months after the date it initially became available',
  ),
  question(
    'MPL-1.1',
    'Within how many days must I cure a breach of the license of which I have become aware?',
    'fail to cure such breach within 30 days of becoming aware of the breach',
  ),
  question(
    'MPL-2.0',
    'mozila: secondary licences incompatible notice exhibit B',
    'This Source Code Form is "Incompatible With Secondary Licenses"',
  ),
  question(
    'MPL-2.0',
    'default judgement: legal action only in courts of principal place of business',
    'Any litigation relating to this License may be brought only in the courts of a jurisdiction where the defendant maintains its principal place of business',
  ),
  question(
    'MPL-2.0',
    'May a court construe the language of the license against a contributor who drafted it?',
    'shall not be used to construe this License against a Contributor',
  ),
  question(
    'MPL-2.0',
    'What must I do if a law or a regulation makes it impossible to comply with the terms of the license for the software?',
    'If it is impossible for You to comply with any of the terms of this License with respect to some or all of the Covered Software due to statute, judicial order, or regulation',
  ),
  question(
    'MPL-2.0',
    'How must I inform the recipients of an executable form that they can obtain the source code of the covered software?',
    'You must inform recipients of the Executable Form how they can obtain a copy of such Source Code Form by reasonable means',
  ),
  question(
    'CC-BY-SA-4.0',
    'Does a song become an adaptation when it is put under a film?',
    'Adapted Material is always produced where the Licensed Material is synched in timed relation with a moving image',
  ),
  question(
    'CC-BY-SA-4.0',
    'treaty of the world intellectual property organisation, article 11, December 1996',
    'fulfilling obligations under Article 11 of the WIPO Copyright Treaty adopted on December 20, 1996',
  ),
  question(
    'CC-BY-SA-4.0',
    'Am I allowed to break DRM in order to use the licensed material?',
    'technical modifications necessary to circumvent Effective Technological Measures',
  ),
  question(
    'CC-BY-SA-4.0',
    'May I say that the licensor sponsors me or endorses my use?',
    'that Your use of the Licensed Material is, connected with, or sponsored, endorsed, or granted official status by, the Licensor',
  ),
  question(
    'CC-BY-SA-4.0',
    'colecting society royalties waived by the licensor',
    'waives any right to collect royalties from You for the exercise of the Licensed Rights, whether directly or through a collecting society',
  ),
  question(
    'CC-BY-SA-4.0',
    'Can the author be named by a psuedonym?',
    'in any reasonable manner requested by the Licensor (including by pseudonym if designated)',
  ),
  question(
    'CC-BY-SA-4.0',
    'privacy and publicity rights of a person in a photo under Creative Commons',
    'nor are publicity, privacy, and/or other similar personality rights',
  ),
  question(
    'CC-BY-SA-4.0',
    'extract a substantial part of a databse and reuse it',
    'the right to extract, reuse, reproduce, and Share all or a substantial portion of the contents of the database',
  ),
  question(
    'CC-BY-SA-4.0',
    'How do I get my rights back after a violation under the share-alike licence without asking anyone?',
    'automatically as of the date the violation is cured, provided it is cured within 30 days of Your discovery of the violation',
  ),
  question(
    'CC-BY-SA-4.0',
    'Which sections still apply after the end of the public license?',
    'Sections 1, 5, 6, 7, and 8 survive termination of this Public License',
  ),
  question(
    'CC-BY-SA-4.0',
    'severability: a provision that a court will not enforce is reformed',
    'it shall be automatically reformed to the minimum extent necessary to make it enforceable',
  ),
  question(
    'CC-BY-SA-4.0',
    'fair use and fair dealing take precedence, terms need not be followed',
    'where Exceptions and Limitations apply to Your use, this Public License does not apply',
  ),
  question(
    'CC-BY-SA-4.0',
    'Which licence must I choose for my adaptation, and may it be a later version?',
    "The Adapter's License You apply must be a Creative Commons license with the same License Elements, this version or later",
  ),
  question(
    'CC-BY-SA-4.0',
    'is attribution by a hyperlink to a page with the information enough',
    'it may be reasonable to satisfy the conditions by providing a URI or hyperlink to a resource that includes the required information',
  ),
  question(
    'CC-BY-SA-4.0',
    'performers broadcast sound recordings neighbouring rights definiton',
    'performance, broadcast, sound recording, and Sui Generis Database Rights',
  ),
  question(
    'CC-BY-SA-4.0',
    'logo of Creative Commons written consent',
    'use of the trademark "Creative Commons" or any other trademark or logo of Creative Commons without its prior written consent',
  ),
  question('OFL-1.1', 'Can a font be sold by itself?', 'may be sold by itself'),
  question(
    'OFL-1.1',
    'bundel fonts together with software and sell them',
    'may be bundled, redistributed and/or sold with any software',
  ),
  question(
    'OFL-1.1',
    'reserved font name in a modified version, permission of copyright holder',
    'No Modified Version of the Font Software may use the Reserved Font Name(s)',
  ),
  question(
    'OFL-1.1',
    'Do documents made with the typeface have to be under the same licence?',
    'does not apply to any document created using the Font Software',
  ),
  question(
    'GPL-3',
    'Who has to prove that a buyer is a typical user when it is doubtful whether a product is for consumers?',
    'doubtful cases shall be resolved in favor of coverage',
  ),
  question(
    'GPL-3',
    'my licence ended twice, can I get a new one for the same material?',
    'you do not qualify to receive new licenses for the same material under section 10',
  ),
  question(
    'GPL-3',
    'Universal Copyright treaty 1996 anti-circumvention law covered work not efective technological measure',
    'under any applicable law fulfilling obligations under article 11 of the WIPO copyright treaty adopted on 20 December 1996',
  ),
  question(
    'GPL-3',
    'royalty for the exercise of rights, lawsuit with a cross-claim alleging patent infringement',
    'you may not impose a license fee, royalty, or other charge for exercise of rights granted under this License',
  ),
  question(
    'GFDL-1.3',
    'when a collection is more than half of an agregate, where may the cover texts be placed',
    'if the Document is less than one half of the entire aggregate',
  ),
  question(
    'GFDL-1.3',
    'What is a massive multiauthor collaboration site such as Wikipedia?',
    '"Massive Multiauthor Collaboration Site" (or "MMC Site") means any World Wide Web server',
  ),
  question(
    'GFDL-1.3',
    'nonprofit corporation with principal place of busines in San Francisco',
    'with a principal place of business in San Francisco, California',
  ),
  question(
    'MPL-1.1',
    'Santa Clara county Northern District of California courts litigation',
    'with venue lying in Santa Clara County, California',
  ),
  question(
    'MPL-1.1',
    'What may I call my licence if I modify this one? Mozilla, Netscape, NPL forbidden phrases',
    'so that the phrases "Mozilla", "MOZILLAPL", "MOZPL", "Netscape", "MPL", "NPL" or any confusingly similar phrase do not appear in your license',
  ),
  question(
    'MPL-1.1',
    'United Nations convention on the international sale of goods is excluded',
    'The application of the United Nations Convention on Contracts for the International Sale of Goods is expressly excluded',
  ),
  question(
    'Apache-2.0',
    'How is object code different from source, mechanical transformation of a compiler?',
    'any form resulting from mechanical transformation or translation of a Source form',
  ),
  question(
    'Apache-2.0',
    'Who is liable for computer failure and loss of goodwill, work stopage?',
    'damages for loss of goodwill, work stoppage, computer failure or malfunction',
  ),
  question(
    'LGPL-2.1',
    'Is a program that only works with the library, without any part of it, a derivative?',
    'A program that contains no derivative of any portion of the Library, but is designed to work with the Library by being compiled or linked with it, is called a "work that uses the Library"',
  ),
  question(
    'LGPL-2.1',
    'reason for the change of the name from library to leser license',
    'We call this license the "Lesser" General Public License because it does Less to protect the user\'s freedom than the ordinary General Public License',
  ),
  question(
    'Artistic',
    'May I insult the package? Name of the author for endorsement of products',
    'may not be used to endorse or promote products derived from this software',
  ),
  question(
    'CC0-1.0',
    'the affirmer promises no waranty about the work and is not responsible for clearing rights of other people',
    'Affirmer disclaims responsibility for clearing rights of other persons',
  ),
];
