//! Rules B, I and C: blocks, instructions, flow.

use super::{Context, Result, fail, range};
use crate::SlotSet;
use crate::error::{VerifyError, VerifyFault, VerifyPlace};
use crate::instruction::Instruction;
use crate::integer;
use crate::limits::RECORD_FIELDS_MAX;
use crate::ops::{Flow, Kind, Op, Operand};
use crate::unit::{self, Code, Constant, Function, Reference};

type Check = std::result::Result<(), VerifyFault>;

/// Checks the code of one function.
pub(super) fn check(
    context: &Context<'_>,
    function_index: u32,
    function: &Function,
    code: &Code,
) -> Result<()> {
    let checker = Checker {
        context,
        function,
        code,
        live: live_sets(function_index, code)?,
    };
    checker.check_first_block().map_err(|fault| {
        error(
            VerifyPlace::Block {
                function: function_index,
                block: 0,
            },
            fault,
        )
    })?;
    for block in 0..code.blocks.len() {
        checker.check_block(block).map_err(|(word, fault)| {
            let block = block as u32;
            let place = match word {
                Some(word) => VerifyPlace::Instruction {
                    function: function_index,
                    block,
                    word: word as u32,
                },
                None => VerifyPlace::Block {
                    function: function_index,
                    block,
                },
            };
            error(place, fault)
        })?;
    }
    Ok(())
}

fn error(place: VerifyPlace, fault: VerifyFault) -> VerifyError {
    VerifyError { place, fault }
}

/// Rules B1 and B2; gives the live sets of the blocks.
fn live_sets(function: u32, code: &Code) -> Result<Vec<SlotSet>> {
    match code.blocks.first() {
        None => return fail(VerifyPlace::Function(function), VerifyFault::NoBlocks),
        Some(first) if first.start != 0 => {
            return fail(
                VerifyPlace::Function(function),
                VerifyFault::FirstBlockStart(first.start),
            );
        }
        Some(_) => {}
    }
    let mut sets = Vec::with_capacity(code.blocks.len());
    let mut before = None;
    for (index, block) in code.blocks.iter().enumerate() {
        let place = VerifyPlace::Block {
            function,
            block: index as u32,
        };
        if before.is_some_and(|before| block.start <= before) {
            return fail(place, VerifyFault::BlockStart);
        }
        if block.start as usize >= code.instructions.len() {
            return fail(place, VerifyFault::BlockPastEnd);
        }
        if !block.live.is_sorted_by(|left, right| left < right) {
            return fail(place, VerifyFault::LiveOrder);
        }
        let slots = code.slots;
        if let Some(&slot) = block
            .live
            .iter()
            .find(|&&slot| slot == 0 || u32::from(slot) >= slots)
        {
            return fail(place, VerifyFault::LiveRange { slot, slots });
        }
        sets.push(SlotSet::from_slots(&block.live));
        before = Some(block.start);
    }
    Ok(sets)
}

struct Checker<'a> {
    context: &'a Context<'a>,
    function: &'a Function,
    code: &'a Code,
    /// The live slots of each block.
    live: Vec<SlotSet>,
}

impl Checker<'_> {
    /// Rule B3.
    fn check_first_block(&self) -> Check {
        let mut expected = SlotSet::EMPTY;
        if self.function.free_count > 0 {
            expected.insert(1);
        }
        for parameter in 0..self.code.required + u32::from(self.code.rest) {
            expected.insert((2 + parameter) as u8);
        }
        if let Some(slot) = expected.first_outside(&self.live[0]) {
            return Err(VerifyFault::ParameterNotLive(slot));
        }
        if let Some(slot) = self.live[0].first_outside(&expected) {
            return Err(VerifyFault::NotParameter(slot));
        }
        Ok(())
    }

    /// Rules I and C; an error comes with the word of the instruction, if it is about one.
    fn check_block(&self, block: usize) -> std::result::Result<(), (Option<usize>, VerifyFault)> {
        let end = self
            .code
            .blocks
            .get(block + 1)
            .map_or(self.code.instructions.len(), |next| next.start as usize);
        let code = &self.code.instructions[..end];
        let mut at = self.code.blocks[block].start as usize;
        let mut defined = self.live[block];
        let mut ended = false;
        while at < end {
            let place = Some(at);
            if ended {
                return Err((place, VerifyFault::AfterEnd));
            }
            let instruction = instruction_at(code, at).map_err(|fault| (place, fault))?;
            self.check_instruction(&instruction, &defined)
                .and_then(|()| self.check_flow(&instruction, block, &defined))
                .map_err(|fault| (place, fault))?;
            if let Some(slot) = instruction.written() {
                defined.insert(slot);
            }
            ended = instruction.op.row().flow.ends_block();
            at += instruction.len();
        }
        if !ended {
            self.check_fall(block, &defined)
                .map_err(|fault| (None, fault))?;
        }
        Ok(())
    }

    /// Rules I2 to I12.
    fn check_instruction(&self, instruction: &Instruction<'_>, defined: &SlotSet) -> Check {
        let row = instruction.op.row();
        let fields = instruction.fields;
        self.check_operand(row.a, 'a', fields.a.into(), defined)?;
        if row.d == Operand::None {
            self.check_operand(row.b, 'b', fields.b.into(), defined)?;
            self.check_operand(row.c, 'c', fields.c.into(), defined)?;
        } else {
            self.check_operand(row.d, 'd', fields.d.into(), defined)?;
        }
        self.check_operand(row.w, 'w', instruction.w, defined)?;
        match row.flow {
            Flow::Call | Flow::Tail => self.check_call(instruction, defined),
            Flow::Next | Flow::Branch | Flow::Jump | Flow::Return => {
                self.check_special(instruction, defined)
            }
        }
    }

    /// Rules I1 (fields), I2, I3, I4: what can be said of an operand by its kind alone.
    fn check_operand(&self, operand: Operand, field: char, value: u32, defined: &SlotSet) -> Check {
        let unit = self.context.unit;
        match operand {
            Operand::None if value != 0 => Err(VerifyFault::NotZero(field)),
            Operand::Read => reads(value, defined),
            Operand::Write => self.writes(value as u8),
            Operand::Constant => below("constant", value, unit.constants.len()),
            Operand::Function => below("function", value, unit.functions.len()),
            Operand::Reference => below("reference", value, unit.references.len()),
            Operand::Primitive => below("primitive", value, unit.primitives.len()),
            Operand::Block => below("block", value, self.code.blocks.len()),
            Operand::Kind => limit("kind", value, Kind::ALL.len()),
            Operand::None | Operand::Imm8 | Operand::Imm16 | Operand::Count | Operand::Base => {
                Ok(())
            }
        }
    }

    fn writes(&self, slot: u8) -> Check {
        let slots = self.code.slots;
        match slot {
            0 => Err(VerifyFault::WritesSlotZero),
            1 if self.function.free_count > 0 => Err(VerifyFault::WritesProcedure),
            slot if u32::from(slot) >= slots => Err(VerifyFault::WriteRange { slot, slots }),
            _ => Ok(()),
        }
    }

    /// Rules of single instructions.
    fn check_special(&self, instruction: &Instruction<'_>, defined: &SlotSet) -> Check {
        let fields = instruction.fields;
        let d = u32::from(fields.d);
        use Op::*;
        match instruction.op {
            Immediate => limit("immediate", fields.b.into(), unit::Immediate::ALL.len()),
            Function => self.without_free_values(d),
            FunctionWide => self.without_free_values(instruction.w),
            Free => {
                limit("free value", d, self.function.free_count as usize)?;
                reads(1, defined)
            }
            Closure => self.check_closure(instruction, (d, instruction.w), defined),
            ClosureWide => self.check_closure(instruction, (instruction.w, d), defined),
            SetGlobal => self.check_assignment(d),
            SetGlobalWide => self.check_assignment(instruction.w),
            DefineGlobal => self.check_definition(d),
            DefineGlobalWide => self.check_definition(instruction.w),
            UnlessEqConstant => self.check_comparable(d),
            Record => self.reads_all(u32::from(fields.b) + 1, fields.c, defined),
            RecordRef | RecordSet => limit("field", instruction.w, RECORD_FIELDS_MAX),
            Primitive => {
                self.reads_all(fields.b.into(), fields.c, defined)?;
                self.check_primitive(instruction.w, fields.c, false)
            }
            // Operand kinds say all there is.
            Move | Constant | Fixnum | Patch | Global | Box | Unbox | SetBox | Jump | Loop
            | Return | Call | CallKnown | CallGlobal | CallPrimitive | TailCall | TailCallKnown
            | TailCallGlobal | TailCallPrimitive | Unless | When | UnlessLess
            | UnlessLessOrEqual | UnlessEqual | UnlessLessI | UnlessGreaterI | UnlessEqualI
            | UnlessEq | UnlessNull | UnlessPair | UnlessKind | UnlessRecord | IsEq | IsKind
            | IsRecord | Not | Less | LessOrEqual | NumberEqual | Add | Subtract | Multiply
            | AddI | Quotient | Remainder | Cons | Car | Cdr | SetCar | SetCdr | VectorRef
            | VectorSet | VectorLength | BytevectorRef | BytevectorSet | StringRef | Greater
            | GreaterOrEqual | UnlessGreater | UnlessGreaterOrEqual | ConstantWide | GlobalWide => {
                Ok(())
            }
        }
    }

    /// Slots `first` to `first + count - 1` are in the frame and defined.
    fn reads_all(&self, first: u32, count: u8, defined: &SlotSet) -> Check {
        let end = first + u32::from(count);
        self.within_frame(end)?;
        (first..end).try_for_each(|slot| reads(slot, defined))
    }

    fn within_frame(&self, end: u32) -> Check {
        let slots = self.code.slots;
        if end > slots {
            return Err(VerifyFault::FrameEnd { end, slots });
        }
        Ok(())
    }

    /// Rule I7. The index is in range.
    fn without_free_values(&self, function: u32) -> Check {
        let free_count = self.context.unit.functions[function as usize].free_count;
        if free_count > 0 {
            return Err(VerifyFault::NeedsClosure {
                function,
                free_count,
            });
        }
        Ok(())
    }

    /// Rule I6, for a function and a count of free values.
    fn check_closure(
        &self,
        instruction: &Instruction<'_>,
        (function, found): (u32, u32),
        defined: &SlotSet,
    ) -> Check {
        let expected = self.context.unit.functions[function as usize].free_count;
        if found != expected {
            return Err(VerifyFault::CaptureCount {
                function,
                found,
                expected,
            });
        }
        for slot in instruction.captures() {
            reads(slot.into(), defined)?;
        }
        let used = match found % 4 {
            0 => 4,
            used => used,
        };
        let last = instruction.words()[2..].last().copied().unwrap_or(0);
        // Shifting by 32 bits is not possible, hence the wider word.
        if u64::from(last) >> (8 * used) != 0 {
            return Err(VerifyFault::CapturePadding);
        }
        Ok(())
    }

    /// Rule I12. The index is in range.
    fn check_assignment(&self, reference: u32) -> Check {
        match self.context.unit.references[reference as usize] {
            Reference::Own { .. } | Reference::Interactive { .. } => Ok(()),
            Reference::Imported { .. } => Err(VerifyFault::AssignsImport(reference)),
        }
    }

    /// The same for definitions.
    fn check_definition(&self, reference: u32) -> Check {
        match self.context.unit.references[reference as usize] {
            Reference::Own { .. } => Ok(()),
            Reference::Interactive { .. } | Reference::Imported { .. } => {
                Err(VerifyFault::DefinesForeign(reference))
            }
        }
    }

    /// Rule I11. The index is in range.
    fn check_comparable(&self, constant: u32) -> Check {
        match &self.context.unit.constants[constant as usize] {
            Constant::Immediate(_) | Constant::Character(_) | Constant::Symbol(_) => Ok(()),
            Constant::Integer(bytes) if integer::is_fixnum(bytes) => Ok(()),
            Constant::Integer(_)
            | Constant::Ratio(..)
            | Constant::Complex(..)
            | Constant::Flonum(_)
            | Constant::String(_)
            | Constant::Bytevector(_)
            | Constant::Numbers(..)
            | Constant::Pair(..)
            | Constant::Vector(_)
            | Constant::Hole
            | Constant::Tie { .. }
            | Constant::RecordType { .. } => Err(VerifyFault::NotEqComparable(constant)),
        }
    }

    /// Rules I7 to I9 for instructions that make a frame.
    fn check_call(&self, instruction: &Instruction<'_>, defined: &SlotSet) -> Check {
        let (base, count) = (instruction.fields.a, instruction.fields.b);
        let returns = instruction.op.row().flow == Flow::Call;
        let least = if self.function.free_count > 0 { 2 } else { 1 };
        if returns && base < least {
            return Err(VerifyFault::CallBase(base));
        }
        self.reads_all(u32::from(base) + 2, count, defined)?;
        let op = instruction.op;
        if matches!(op, Op::Call | Op::TailCall) {
            return reads(u32::from(base) + 1, defined);
        }
        if matches!(op, Op::CallPrimitive | Op::TailCallPrimitive) {
            return self.check_primitive(instruction.w, count, true);
        }
        if matches!(op, Op::CallKnown | Op::TailCallKnown) {
            self.without_free_values(instruction.w)?;
            if !self.context.accepts[instruction.w as usize].contains(count) {
                return Err(VerifyFault::ArgumentCount {
                    function: instruction.w,
                    count,
                });
            }
        }
        // The procedure of `call-global` is known only when it runs.
        Ok(())
    }

    /// Rule I9. The index is in range.
    fn check_primitive(&self, index: u32, count: u8, control: bool) -> Check {
        let signature = self.context.primitives[index as usize];
        let name = signature.name;
        match (signature.control, control) {
            (true, false) => return Err(VerifyFault::PrimitiveIsControl(name)),
            (false, true) => return Err(VerifyFault::PrimitiveIsLeaf(name)),
            (true, true) | (false, false) => {}
        }
        // `u8::MAX` as maximum is any number, and no number is above it.
        if count < signature.min || count > signature.max {
            return Err(VerifyFault::PrimitiveArguments { name, count });
        }
        Ok(())
    }

    /// Rules C2 to C4 for one instruction. A block operand is in range.
    fn check_flow(&self, instruction: &Instruction<'_>, block: usize, defined: &SlotSet) -> Check {
        let target = instruction.w;
        match instruction.op.row().flow {
            Flow::Branch | Flow::Jump => {
                let back = target as usize <= block;
                if instruction.op == Op::Loop && !back {
                    return Err(VerifyFault::LoopForward { target });
                }
                if instruction.op != Op::Loop && back {
                    return Err(VerifyFault::JumpBack { target });
                }
                self.check_target(target, defined)
            }
            Flow::Call => self.check_return_point(instruction.fields.a, block + 1, defined),
            Flow::Next | Flow::Tail | Flow::Return => Ok(()),
        }
    }

    /// Rule C3.
    fn check_target(&self, target: u32, defined: &SlotSet) -> Check {
        match self.live[target as usize].first_outside(defined) {
            Some(slot) => Err(VerifyFault::TargetNeeds { target, slot }),
            None => Ok(()),
        }
    }

    /// Rule C4.
    fn check_return_point(&self, base: u8, target: usize, defined: &SlotSet) -> Check {
        let Some(live) = self.live.get(target) else {
            return Err(VerifyFault::NoReturnPoint);
        };
        let mut kept = defined.below(base);
        kept.insert(base);
        match live.first_outside(&kept) {
            Some(slot) => Err(VerifyFault::ReturnNeeds {
                target: target as u32,
                slot,
                base,
            }),
            None => Ok(()),
        }
    }

    /// Rules C1 and C3 for a block that does not end in a jump.
    fn check_fall(&self, block: usize, defined: &SlotSet) -> Check {
        let next = block + 1;
        if next == self.live.len() {
            return Err(VerifyFault::FallsOffEnd);
        }
        self.check_target(next as u32, defined)
    }
}

/// Rule I1; `code` ends where the block ends.
fn instruction_at(code: &[u32], at: usize) -> std::result::Result<Instruction<'_>, VerifyFault> {
    let byte = code[at] as u8;
    if Op::from_byte(byte).is_none() {
        return Err(VerifyFault::UnknownInstruction(byte));
    }
    Instruction::at(code, at).ok_or(VerifyFault::CrossesBlock)
}

/// Rule I2.
fn reads(slot: u32, defined: &SlotSet) -> Check {
    match u8::try_from(slot) {
        Ok(slot) if defined.contains(slot) => Ok(()),
        _ => Err(VerifyFault::ReadsUndefined(slot as u8)),
    }
}

fn below(what: &'static str, index: u32, count: usize) -> Check {
    if index as usize >= count {
        return Err(range(what, index, count));
    }
    Ok(())
}

fn limit(what: &'static str, found: u32, limit: usize) -> Check {
    if found as usize >= limit {
        return Err(VerifyFault::OperandRange {
            what,
            found,
            limit: limit as u32,
        });
    }
    Ok(())
}
