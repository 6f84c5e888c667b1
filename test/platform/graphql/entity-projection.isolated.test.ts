import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { expect, test } from 'vitest';
import { Asset } from '../../../src/assets/asset.entity.ts';
import { entityProjection } from '../../../src/platform/graphql/reads/entity-projection.ts';

const SlipSchema = defineEntity({
  name: 'PaperSlip',
  properties: {
    id: p.string().primary(),
    madeAt: p.datetime(3),
    fileSha256: p.string(),
    renamed: p.string().fieldName('called'),
    hidden: p.string(),
    asset: () => p.manyToOne(Asset),
  },
});

class Made extends SlipSchema.class {
  @Field(() => GraphQLDateTime) declare madeAt: Date;
}

@ObjectType('Slip', { description: 'Of this test.' })
class PaperSlip extends Made {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare fileSha256: string;
  @Field(() => String) declare renamed: string;
  @Field(() => String) declare summary: string;
  @Field(() => Asset) declare asset: never;
}
SlipSchema.setClass(PaperSlip);

class NoEntity {}

test('the fields that a class declares are read from its columns, and nothing else is', () => {
  const slip = entityProjection(PaperSlip, { fields: { summary: `(paper_slip.called || '…')` } });

  expect({ typeName: slip.typeName, row: slip.row, own: slip.ownSelection.map(({ name }) => name).sort() }).toEqual({
    typeName: 'Slip',
    row: 'paper_slip',
    own: ['fileSha256', 'id', 'madeAt', 'renamed', 'summary'],
  });
  expect(slip.field('fileSha256')).toBe('paper_slip.file_sha256');
  expect(slip.field('renamed')).toBe('paper_slip.called');
  expect(slip.field('madeAt')).toBe("(paper_slip.made_at at time zone 'utc')");
  expect(slip.field('summary')).toBe(`(paper_slip.called || '…')`);
});

test('`fields` overrides the column of a field', () => {
  const slip = entityProjection(PaperSlip, {
    fields: { renamed: 'upper(paper_slip.called)' },
    shownFor: { id: 'assets:read' },
  });

  expect(slip.field('renamed')).toBe('upper(paper_slip.called)');
  expect(slip.shownFor('id')).toBe('assets:read');
});

test('a class that isn’t a GraphQL type is refused', () => {
  expect(() => entityProjection(NoEntity)).toThrow('NoEntity isn’t a GraphQL type.');
});
