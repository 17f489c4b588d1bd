import { ApiProperty } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator'

const STATUSES = ['pending', 'paid', 'shipped', 'cancelled']

// The decorators of nest swagger describe the form, those of class-validator check what it sends.

export class NewOrder {
  @ApiProperty({ minLength: 1, maxLength: 40 })
  @IsString() @Length(1, 40)
  item!: string

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100 })
  @IsInt() @Min(1) @Max(100)
  quantity!: number
}

export class Cancellation {
  @ApiProperty({ minLength: 3, maxLength: 200 })
  @IsString() @Length(3, 200)
  reason!: string
}

export class OrderSearch {
  @ApiProperty({ enum: STATUSES, required: false })
  @IsOptional() @IsIn(STATUSES)
  status?: string

  @ApiProperty({ type: 'integer', minimum: 1, default: 1, required: false })
  @IsOptional() @IsInt() @Min(1) @Type(() => Number)
  page = 1
}
