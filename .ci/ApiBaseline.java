// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the signatures of the exported packages of a module into a jar: its public and protected classes and members,
 * without code. Run by {@code .ci/api-baseline} with the classes of the module and the jar.
 */
void main(String[] args) throws IOException {
  Path classes = Path.of(args[0]);
  ModuleDescriptor module;
  try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
    module = ModuleDescriptor.read(in);
  }
  List<String> exported =
      module.exports().stream()
          .filter(exports -> !exports.isQualified())
          .map(exports -> exports.source().replace('.', '/'))
          .sorted()
          .toList();
  if (exported.isEmpty()) {
    return;
  }
  try (OutputStream file = Files.newOutputStream(Path.of(args[1]));
      ZipOutputStream jar = new ZipOutputStream(file)) {
    for (String name : exported) {
      try (Stream<Path> content = Files.list(classes.resolve(name))) {
        for (Path path : content.filter(it -> it.toString().endsWith(".class")).sorted().toList()) {
          ClassModel model = ClassFile.of().parse(path);
          if (isExported(model.flags())) {
            ZipEntry entry = new ZipEntry(name + "/" + path.getFileName());
            entry.setTimeLocal(java.time.LocalDateTime.of(2026, 1, 1, 0, 0));
            jar.putNextEntry(entry);
            jar.write(signatures(model));
          }
        }
      }
    }
  }
}

boolean isExported(AccessFlags flags) {
  return (flags.flagsMask() & (ACC_PUBLIC | ACC_PROTECTED)) != 0 && (flags.flagsMask() & ACC_SYNTHETIC) == 0;
}

byte[] signatures(ClassModel model) {
  ClassTransform strip =
      (builder, element) -> {
        switch (element) {
          case MethodModel method -> {
            if (isExported(method.flags())) {
              builder.transformMethod(method, MethodTransform.dropping(CodeModel.class::isInstance));
            }
          }
          case FieldModel field -> {
            if (isExported(field.flags())) {
              builder.with(field);
            }
          }
          case SourceFileAttribute source -> {}
          default -> builder.with(element);
        }
      };
  // A new constant pool, without what only the code refers to.
  return ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL).transformClass(model, strip);
}
