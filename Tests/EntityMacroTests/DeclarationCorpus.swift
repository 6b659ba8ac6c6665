/// Declarations as people write them, and some as nobody should. The compiler accepts the grammar of
/// all of them.
enum DeclarationCorpus {
    static let text = ####"""
        struct Empty {}

        struct Plain { var a: Int; let b: String }

        struct OnOneLine { var a: Int, b: String, c = 1, d: Double = 2.5 }

        struct Values {
            var a = 1
            var b = -1.5e-3
            var c = 0x1F_FFp-2
            var d = "text"
            var e = [1, 2, 3]
            var f = ["a": 1, "b": 2]
            var g = (1, 2)
            let h = true
            let i: Int? = nil
        }

        struct Generic<T: Sequence, U> where T.Element == U, U: Hashable {
            var a: T
            var b: Dictionary<String, Array<Set<U>>>
            var c: Array<Array<Int>>
            var d: Array<Int>=[]
            var e: (T) -> U
            var f: Result<T, any Error>?
        }

        struct Optionals {
            var a: Int?
            var b: Int?? = nil
            var c: [Int?]?
            var d: Optional<Int>
            var e: Int!
            var f: (any Error)?
            var g: [String: [Int]?]?=nil
        }

        struct Observed {
            var a: Int { didSet { print("changed", oldValue) } }
            var b = 0 { willSet { } didSet { let x = 1; _ = x } }
            var c: Int = 0
            {
                didSet { }
            }
            var d = [1, 2].map { $0 + 1 } { didSet(old) { print(old) } }
            var e: String = "" { @inlinable didSet { } }
        }

        struct Computed {
            var a: Int { 1 }
            var b: Int { get { 1 } set { } }
            var c: Int {
                get async throws { 1 }
            }
            var d: Int { if true { 1 } else { 2 } }
            var e: Int { _read { yield x } _modify { yield &x } }
            var f: Int
            {
                return 1
            }
            var x = 1
            var g: Int { @storageRestrictions(initializes: x) init { x = newValue } get { x } }
            var h: Int { mutating get { 1 } nonmutating set { } }
            @available(*, deprecated) var i: Int { 1 }
            var j: Int { borrowing get { 1 } }
        }

        struct TrailingClosures {
            var a = [1, 2].map { $0 * 2 }
            var b = [1, 2].map { $0 * 2 }.filter { $0 > 2 }
            var c = make { 1 } other: { 2 }
            var d = { 1 }()
            var e = { (x: Int, y: Int) -> Int in
                let z = x
                var w = y
                return z + w
            }
            var f = 1
        }

        struct Lines {
            var a
                : Int
            var b =
                1 +
                2
            var c = 1
                + 2
                + 3
            var d = [1, 2]
                .map { $0 }
                .count
            var e = a1
                ? 1
                : 2
            var f: Int,
                g: Int
            var h:
                Int
            =
                4
            let i = x as
                Int
            var j = foo?
                .bar
            var k = x!
            var l = 1...
            @Key var m = 2
            var n = y ??
                z
        }

        struct Comments {
            // var a: Int
            /* var b: Int */
            /* nested /* var c: Int } */ { */
            var d: Int // }
            /// var e: Int
            var f /* : String */ : /* { */ Int /* } */ = /* ; */ 1 /**/
            var g = 1 /* a
            b */ var h = 2
            var i: Int // { didSet {} }
            var j = 4 /// { var x: Int }
        }

        struct Strings {
            var a = "}"
            var b = "\"}"
            var c = "\(x)"
            var d = "\(f("}", "\(g(")"))")) {"
            var e = """
                var x: Int
                } "quoted" ""
                \(h { """
                    } var y
                    """ })
                """
            var f = #"raw \( " } "#
            var g = #"raw \#(x + ")") }"#
            var h = ##"a "# b"##
            var i = #"""
                var z: Int }
                "# "" \(no)
                """#
            var j = #"""#
            var k = #""#
            var l = ""
            var m = "a" + "b"
            var n = "\\"
            var o = #"\"#
        }

        struct Regexes {
            var a = /a}b/
            var b = /["']/
            var c = /\/}/
            var d = #/ } " /#
            var e = #/
                } var x: Int
                # " comment
                /#
            var f = [/}/, /{/]
            var g = x / y / z
            var h = (a / b, c / d)
            var i = try? /x(y])}/.firstMatch(in: "")
            var j = try! /}/.f()
        }

        struct Comparisons {
            var a = x < y, b = z > w
            var c = foo < bar
            var d = Dictionary<String, Int>(), e = 1
            var f = Foo<A, B>.make(), g = 2
            var h = a<b, i = c
            var j = [Foo<A, B>](), k = Set<Int>()
            var l = x << 2, m = y >> 1
            var n = f(a < b, c > d), o = 3
            var p = Foo<[A: B], (C, D) -> E>.x, q = 4
            var r: Foo<A, B> = Foo<A, B>(), s: Int
            var t = Foo<A?>?.none, u = 5
        }

        struct Modifiers {
            public var a: Int
            private(set) var b: Int
            public internal(set) var c = 1
            fileprivate let d: Int
            static var e = 1
            static let f = 2
            public static var g: Int { 1 }
            private static let h = { 1 }()
            lazy var i = 1
            weak var j: AnyObject?
            unowned let k: AnyObject
            unowned(unsafe) let l: AnyObject
            nonisolated(unsafe) var m: Int
            package var n: Int
            final var o: Int
            nonisolated let p: Int
            private
            var q: Int
            static
                public
                var r = 3
        }

        struct Attributed {
            @Key var a: Int
            @Key @Indexed var b: Int
            @Field("x", default: 1) var c: Int
            @Field("}{") var d: Int
            @A.B<C, D>(e: { 1 }) var f: Int
            @Wrapped
            var g: Int
            @Wrapped(1) private
            var h = 2
            @available(*, deprecated, message: "no } more")
            var i: Int
            @MainActor @preconcurrency var j: Int = 0
            @Field(default: [Foo<A, B>()]) var k: [Foo]
        }

        struct Functions {
            func a() {}
            func b<T>(_ x: T = { 1 }()) -> Int where T: P { var local = 1; return local }
            func c() async throws(E) -> (Int, String)
            {
                let inner: Int = 1
                return (inner, "")
            }
            static func < (l: Self, r: Self) -> Bool { true }
            static func == (l: Self, r: Self) -> Bool { true }
            static func <<T>(l: Self, r: T) -> Bool { true }
            static prefix func - (x: Self) -> Self { x }
            static postfix func ++ (x: inout Self) {}
            init() { var x: Int; x = 1 }
            init?(x: Int) { nil }
            init!(y: Int) {}
            init<T>(_ t: T) where T: P {}
            deinit { let y = 1 }
            subscript(i: Int) -> Int { 1 }
            subscript<T>(t: T) -> Int { get { 1 } set { } }
            mutating func d() { let z = 2 }
            func e(f: () -> Void) rethrows {}
            @discardableResult func g() -> Array<Int> { [] }
            var last: Int
        }

        struct Nested {
            struct Inner { var a: Int }
            enum Kind: String { case a, b; var c: Int { 1 } }
            class Object { var d = 1; class var e: Int { 1 } }
            actor Worker { var f = 1 }
            typealias G = Int
            typealias H<T> = Array<T>
            protocol P { var i: Int { get } }
            indirect enum Tree { case leaf, node(Tree) }
            final class J: Object { var k = 2 }
            var l: Inner
            typealias Closure = (Int) -> Void
            var m: Kind = .a
        }

        struct Backquoted {
            var `var`: Int
            var `default` = 1
            let `let`, `func`: Int
            var `a b`: Int
            var `class`: String { "" }
        }

        struct Unicode {
            var größe: Int
            var 名前: String
            var 🎉 = 1
            var café = "é"
            var a = b ∘ c, d = e ≠ f
            var π: Double { 3 }
        }

        struct ContextualNames {
            var open = 1
            var package: Int
            var lazy: Int
            var get: Int, set = 2
            var willSet: Int
            var actor = 3
            var macro: Int
            var some: Int
            var any = 4
            var async: Int
            var optional = open
            var required = optional
            var final: Int
            var prefix: Int
            var dynamic = package
            var indirect: Int
        }

        struct Ifs {
            let a = if x { 1 } else { 2 }
            let b = switch x { case .y: 1 default: 2 }
            let c: Int = if let y = z, y > 1 { y } else if case .w(let v) = z { v } else { 0 }
            let d = switch (a, b) {
            case (let x, _): x
            default: 1
            }
            var e = 1
        }

        struct Types {
            var a: [Int]
            var b: [String: (Int) -> Void]
            var c: (Int, String)
            var d: @Sendable (Int) async throws -> Void
            var e: any P & Q
            var f: Int.Type
            var g: (any P).Type
            var h: Self.Element
            var i: ((Int) -> Int)?
            var j: [3 of Int]
            var k: InlineArray<3, Int>
            var l: some P = x
            var m: A.B.C<D>.E
            var n: () -> () = {}
            var o: (_ x: Int, _ y: Int) -> [Int]
            var p: inout Int
            var q: ~Copyable
            var r: @convention(c) (Int) -> Void
        }

        struct KeyPaths {
            var a = \Foo.bar
            var b = \.bar?.baz
            var c: KeyPath<A, B> = \.x[0]
            var d = [\A.b, \.c]
            var e = #selector(foo)
            var f = #file
            var g = \A.self, h = 1
        }

        struct Semicolons { var a: Int; var b = 1; func c() {}; var d: Int { 1 }; let e = 2; }

        struct Oddities {
            var a = b.init
            var c = D.init()
            var e = F.case
            var g = x.var
            var h = [.init(), .class]
            var i = f(class: 1, var: 2, let: 3, func: 4)
            var j = .init(k: 1)
            var l = self.import
            var m = x as? Int ?? y as! Int
            var n = try! await p()
            var o = { $0 }, q = $projected
            var r = a ? b : c
            var s = a ? (b, c) : d, t = 1
            var u = x.0.1
            var v = 1.0.description
            var w = 1..<2
            var x = ~1, y = -z, z = !w
            var aa = &b
            var bb = a&+b
            var cc = (1 + 2) * 3
        }

        public struct Sendables: Codable, Sendable, Identifiable where X: Y {
            public var id: UUID = UUID()
            public var email: String
        }

        @available(macOS 26, *)
        @frozen public
        struct Attributes: @unchecked Sendable, P<A, B> { var a: Int }

        private struct A<each T> { var b: (repeat each T) }

        fileprivate struct B { var a: Int }

        struct C: ~Copyable { var a: Int }

        struct D { @inline(__always) var a: Int { 1 }; @usableFromInline var b: Int }

        struct E
        {
            var a: Int
        }

        struct F<let n: Int> { var a: InlineArray<n, Int> }

        struct G { private var a = 1; private(set) public var b = 2 }

        struct H { var a: Int = { let b = 1; return b }() { didSet {} } }

        struct I { static subscript(i: Int) -> Int { 1 }; var a: Int }

        struct J { var a: Int { get { 1 } }; var b: Int { get { 1 } set {} }; var c: Int }

        struct K { let a: Int; init(a: Int) { self.a = a } }

        struct L { var a = "\(b, format: .x)" , c = "\("\("\("deep")")")" }

        struct M { var a: Set<Int>=[], b: Array<Set<Int>>=[], c: Int?=1, d: Int }

        struct N { var a: Int = 1, b: Int, d = 4 }

        struct O { typealias X = Int; var a: X; typealias Y = Foo<A, B>
            var b: Y }

        struct P1 { func a() -> some View { Text("var x: Int }") } ; var b: Int }

        struct Q1 { enum CodingKeys: String, CodingKey { case a = "b" } ; var a: Int }

        struct R1 { var a: (Int) = (1); var b: ((Int)) = ((2)) }

        struct S1 { var a = [ "}" : "{" , ")" : "(" ]; var b = ["[" ] }

        struct T1 { let a = 1; let b: Int = 2 ; let c, d, e: String }

        struct U1 { var a = unsafe b; var c = consume d; var e = copy f }

        struct V1 {
            #warning("var x: Int")
            var a: Int
        }

        struct W1 { var a: Int? = .none; var b = Int?.none; var c = [Int?]() }

        struct X1 { var a = x ?? .init(), b = y?.z ?? w!.v, c = x! }

        struct Y1 { var a = b as Foo<A, B>, c = d is Foo<E, F>, g = 1 }

        struct Z1 { var a: () -> Int = { 1 }, b: Int = 2 }

        struct A2 { init() {} ; private init(x: Int) {} ; var a = A2.self }

        struct B2 { var a = Self.b ; static let b = 1 }

        struct C2 { var a: Double = .pi * 2, b = Double.pi / 2 / 3 }

        struct D2 { var a = 1 // one
            // var b = 2
            var c = 3 /* three */ ; var d = 4 }

        struct E2 { var a = "a\tb\u{7D}" ; var b = "\u{22}" }

        struct I2<T>: P where T == Int { var a: T?, b = [T]() ; func c() where T: Q {} ; var d: T { a! } }

        struct J2 {
            var a: Int
            @available(*, unavailable)
            public init() { fatalError("}") }
            @discardableResult @MainActor public static
            func b() -> Int { 1 }
            let c: (any P)?
        }

        struct K2 {
            var a = { [weak self] in self }
            var b = #colorLiteral(red: 1, green: 1, blue: 1, alpha: 1)
            var c = [1, 2,
                     3]
            var d = f(1,
                      2) { x in
                x
            }
            var e = "a" +
                """
                var f: Int
                """
        }

        struct F2 { var a: Never; var b: Void; var c: Any; var d: AnyObject }
        """####
}
